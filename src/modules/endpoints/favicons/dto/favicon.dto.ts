import { Field } from '../../../../kernel/http/fields/fields.js';

/**
 * A name with at least two labels, as sites have them: no address, port or path. What it resolves to is judged
 * when it is fetched.
 */
export const SITE_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

export class FaviconQuery {
  @Field.string({
    trim: true,
    lowercase: true,
    pattern: SITE_NAME,
    patternMessage: 'domain must be a host name',
    example: 'github.com',
  })
  domain: string;
}
