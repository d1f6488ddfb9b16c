import type { InvitationResponse } from './dto/invitation.dto.js';
import type { Invitation } from './invitation-store.js';

/** Of a row stored as pending; one past its expiry reads as expired (01 §15). */
export function presentInvitation(invitation: Invitation): InvitationResponse {
  const { id, email, role, invitedByEmail, expiresAt, createdAt, overdue } = invitation;
  return {
    id,
    email,
    role,
    invitedByEmail,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
    status: overdue ? 'expired' : 'pending',
  };
}
