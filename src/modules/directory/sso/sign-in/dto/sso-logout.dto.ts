import { Field } from '../../../../../kernel/http/fields/fields.js';

export class SsoLogoutUrlResponse {
  @Field.string({ nullable: true, description: 'Where the session at the identity provider ends' })
  redirectUrl: string | null;
}
