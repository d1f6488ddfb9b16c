import { ANY_JSON } from '../../../../kernel/http/openapi/openapi-schemas.js';
import { IDENTIFIER, IDENTIFIER_MESSAGE } from '../../../policy/agents/model/agent-identifier.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { TOOLS } from '../model/install-tools.js';

/** Characters that mean nothing to a shell, in quotes or outside. */
export const SAFE_URL =
  /^https?:\/\/(?:[A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?(?:\/[A-Za-z0-9._~/-]{0,512})?$/;

export class InstallScriptQuery {
  @Field.string({
    optional: true,
    pattern: /^oc_[a-f0-9]{64}$/,
    patternMessage: 'key must be a workspace API key',
    description: 'Workspace API key; without it the script logs in with a code',
  })
  key?: string;

  @Field.string({
    optional: true,
    pattern: SAFE_URL,
    patternMessage: 'url must be an http or https URL of plain characters',
    description:
      'URL of the API for the machine: one of the addresses of this deployment. Default: this address',
  })
  url?: string;

  @Field.oneOf(TOOLS, { optional: true, description: 'Suggests an alias for this tool' })
  tool?: string;

  @Field.string({
    optional: true,
    pattern: IDENTIFIER,
    patternMessage: IDENTIFIER_MESSAGE,
    description: 'Agent that the machine acts as',
  })
  agent?: string;
}

export class InstallCompleteRequest {
  @Field.json({
    optional: true,
    schema: ANY_JSON,
    description: '`migrate` or `cli-install`; any other value means `install`',
  })
  type?: unknown;
}

export class InstallCompleteResponse {
  @Field.boolean()
  ok: boolean;
}
