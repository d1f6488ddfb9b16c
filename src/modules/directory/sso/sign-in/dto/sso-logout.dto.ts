import { Field } from '../../../../../kernel/http/fields.js';

export class SsoLogoutResponse {
  @Field.string({ nullable: true, description: 'Where the session at the identity provider ends' })
  redirectUrl: string | null;
}
