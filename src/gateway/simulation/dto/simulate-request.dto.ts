import { Field } from '../../../kernel/http/fields/fields.js';

const MAX_URL = 8_192;
const MAX_BODY = 262_144;
/** CONNECT and TRACE without the flag for letter case, which JSON Schema does not have. */
const NEVER_FORWARDED = '^(?:[Cc][Oo][Nn][Nn][Ee][Cc][Tt]|[Tt][Rr][Aa][Cc][Ee])$';
export const MAX_HEADERS = 100;

export class SimulateRequest {
  @Field.string() agentId: string;

  @Field.string({
    pattern: /^(?!(?:CONNECT|TRACE)$)[A-Z-]{1,20}$/i,
    schema: { pattern: '^[A-Za-z-]{1,20}$', not: { pattern: NEVER_FORWARDED } },
    patternMessage: 'method must be an HTTP method other than CONNECT and TRACE',
  })
  method: string;

  @Field.string({
    maxLength: MAX_URL,
    description: 'Absolute http or https URL, without user information.',
    example: 'https://api.example.com/v1/items?limit=1',
    schema: { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\x00/?#@]+(?:[/?#][^\\s\\x00]*)?$' },
  })
  url: string;

  @Field.json({
    optional: true,
    description: "The gateway's own headers are read. No header is stored.",
    schema: {
      type: 'object',
      maxProperties: MAX_HEADERS,
      propertyNames: { pattern: "^[!#$%&'*+\\-.^_`|~0-9A-Za-z]+$" },
      additionalProperties: { type: 'string', pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$' },
    },
  })
  headers?: unknown;

  @Field.string({ optional: true, maxLength: MAX_BODY })
  body?: string;

  @Field.string({
    optional: true,
    description: 'The account to use, as in the header `x-onecli-connection-id`.',
  })
  connectionId?: string;
}
