import type { OpenAPIObject } from '@nestjs/swagger';
import type { Configuration } from '../../config/configuration.js';
import { operationsOf } from './openapi-transform.js';

type Components = NonNullable<OpenAPIObject['components']>;
type SecuritySchemes = NonNullable<Components['securitySchemes']>;

/** Those of the schemes below that an operation of the document takes. */
export function usedSchemes(document: OpenAPIObject, configuration: Configuration): SecuritySchemes {
  const alternatives = operationsOf(document).flatMap(({ security = [] }) => security);
  const used = new Set(alternatives.flatMap((alternative) => Object.keys(alternative)));
  const known = Object.entries(securitySchemes(configuration));
  return Object.fromEntries(known.filter(([name]) => used.has(name)));
}

/** The credentials of 01 §3.1 as security schemes; what a session is depends on edition and `API_URL` (§3.3, §3.4). */
function securitySchemes(configuration: Configuration): SecuritySchemes {
  return {
    workspaceKey: bearer('Workspace API key, `oc_...`'),
    organizationKey: bearer('Organization API key, `oc_org_...`'),
    serviceKey: bearer('Service key of a workspace, `oc_...`'),
    partnerKey: bearer('Partner API key, `oc_partner_...`'),
    scimToken: bearer('SCIM token, `oc_scim_...`'),
    agentToken: {
      type: 'http',
      scheme: 'basic',
      description: 'Agent token, `aoc_...`, as the proxy password',
    },
    session: sessionScheme(configuration),
    internalSecret: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Gateway-Secret',
      description: 'Secret shared by the processes of one deployment',
    },
    operatorToken: bearer('Operator token'),
    runnerToken: bearer('Runner token, `rnr_...`'),
    channelAdapterToken: bearer('Channel adapter token, `cha_...`'),
  };
}

function bearer(description: string): SecuritySchemes[string] {
  return { type: 'http', scheme: 'bearer', description };
}

function sessionScheme({ edition, apiUrl }: Configuration): SecuritySchemes[string] {
  const description = 'Dashboard session';
  if (edition === 'cloud') return { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description };
  const name = apiUrl.startsWith('https:') ? '__Secure-cg_session' : 'cg_session';
  return { type: 'apiKey', in: 'cookie', name, description };
}
