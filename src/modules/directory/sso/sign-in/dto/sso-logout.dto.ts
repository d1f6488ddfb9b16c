import { Field } from '../../../../../kernel/http/fields/fields.js';

export class SsoLogoutUrlResponse {
  @Field.string({ nullable: true, description: 'Sign-out URL of the identity provider' })
  redirectUrl: string | null;
}
