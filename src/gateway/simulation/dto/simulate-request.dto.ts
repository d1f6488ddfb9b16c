import { JsonField, StringField } from '../../../kernel/http/fields.js';

const MAX_URL = 8_192;
const MAX_BODY = 262_144;
export const MAX_HEADERS = 100;

export class SimulateRequest {
  @StringField() agentId: string;

  @StringField({
    pattern: /^(?!(?:CONNECT|TRACE)$)[A-Z-]{1,20}$/i,
    patternMessage: 'method must be an HTTP method other than CONNECT and TRACE',
  })
  method: string;

  @StringField({ maxLength: MAX_URL, description: 'Absolute, http or https, without user information.' })
  url: string;

  @JsonField({
    optional: true,
    description: 'Read where the gateway reads them; nothing of them is stored.',
    schema: { type: 'object', maxProperties: MAX_HEADERS, additionalProperties: { type: 'string' } },
  })
  headers?: unknown;

  @StringField({ optional: true, maxLength: MAX_BODY })
  body?: string;

  @StringField({ optional: true, description: 'The account to use, as `x-onecli-connection-id` names it.' })
  connectionId?: string;
}
