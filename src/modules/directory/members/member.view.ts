import type { MemberRow } from '../../people/organizations/members.service.js';
import type { MemberResponse } from './dto/member.dto.js';

export function presentMember({ joinedAt, lastLoginAt, ...row }: MemberRow): MemberResponse {
  const { userId, email, name, role, status, ssoExempt, roleManagedByIdp } = row;
  return {
    userId,
    email,
    name,
    role,
    status,
    ssoExempt,
    joinedAt: joinedAt.toISOString(),
    roleManagedByIdp,
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  };
}
