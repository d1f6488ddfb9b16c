import { Field } from '../../../../kernel/http/fields/fields.js';
import { PersonFields } from './person.dto.js';

export class TeamMemberResponse extends PersonFields {
  @Field.oneOf(['owner', 'admin', 'member'])
  role: string;

  @Field.oneOf(['active', 'suspended'])
  status: string;

  @Field.boolean({ description: 'Whether the person is exempt from required single sign-on.' })
  ssoExempt: boolean;

  @Field.boolean({ description: 'Whether the role follows from groups and cannot be changed by hand.' })
  roleManagedByIdp: boolean;

  @Field.dateTime()
  joinedAt: string;
}
