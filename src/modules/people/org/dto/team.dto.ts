import { BooleanField, DateTimeField, EnumField, StringField } from '../../../../kernel/http/fields.js';

export class TeamMemberResponse {
  @StringField()
  userId: string;

  @StringField()
  email: string;

  @StringField({ nullable: true })
  name: string | null;

  @EnumField(['owner', 'admin', 'member'])
  role: string;

  @EnumField(['active', 'suspended'])
  status: string;

  @BooleanField({ description: 'Whether required single sign-on spares the person.' })
  ssoExempt: boolean;

  @BooleanField({ description: 'Whether the role follows from groups and cannot be changed by hand.' })
  roleManagedByIdp: boolean;

  @DateTimeField()
  joinedAt: string;
}
