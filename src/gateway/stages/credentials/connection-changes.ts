import { Injectable } from '@nestjs/common';
import { ruleServes } from '../../../domain/decision/catalog/inject-rules.js';
import type { InjectDescription, InjectOf } from '../../../domain/decision/catalog/model/inject-model.js';
import { regionalHost } from '../../../domain/decision/catalog/app-hosts.js';
import { fillFrom, type Values } from '../../../domain/decision/catalog/template.js';
import { isPresigned, type AwsKeys } from '../../../domain/protocols/aws-sigv4/signature.js';
import { AwsRoles } from '../../../modules/credentials/aws-roles/aws-roles.js';
import type { ConnectionToken } from '../../../modules/credentials/connection-tokens/access-tokens.js';
import { AppCatalog } from '../../../modules/foundation/app-catalog/catalog.js';
import type {
  AccessibleConnection,
  AgentAccess,
} from '../../../modules/policy/agent-snapshot/agent-access.js';
import type { EvaluatedRequest } from '../../exchange/exchange.js';
import { roleNotAssumed } from '../../signing/aws-refusals.js';
import type { RequestChanges } from '../../exchange/results/request-changes.js';
import { goesOn, refused, type Outcome } from '../../exchange/progress.js';

type Changes = Outcome<RequestChanges | null>;
type ServedRequest = Pick<EvaluatedRequest, 'host' | 'path' | 'canonicalPath' | 'query'>;

const NOTHING: Changes = Object.freeze(goesOn(null));

/** What the credential of an account does to a request beside writing fields: what the catalogue says, with its values. */
@Injectable()
export class ConnectionChanges {
  /** An app signs in one way on all its hosts. The same keys for the same token, because more is derived from them. */
  private readonly signed = new WeakMap<ConnectionToken, Changes>();

  constructor(
    private readonly catalog: AppCatalog,
    private readonly roles: AwsRoles,
  ) {}

  /** `signable`: nothing else has the field of the signature. Refused where a role cannot be assumed: such a request is never sent unsigned (03 §12.6.4). */
  of(
    { provider }: AccessibleConnection,
    request: ServedRequest,
    access: Pick<AgentAccess, 'agent' | 'workspaceId' | 'organization'>,
    token: ConnectionToken,
    signable: boolean,
  ): Promise<Changes> | Changes {
    const app = this.catalog.find(provider);
    if (app === null) return NOTHING;
    const { hostRewrite, bodyEdit } = app;
    if (hostRewrite !== undefined) {
      const host = regionalHost(hostRewrite, request.host, token.values);
      return host === null || host === request.host ? NOTHING : changed({ host });
    }
    if (bodyEdit === 'github_commit_trailer')
      return changed({
        author: {
          agentName: access.agent.name,
          workspaceId: access.workspaceId,
          organizationId: access.organization.id,
        },
      });
    const inject = signable ? this.signingRule(provider, request) : null;
    return inject === null ? NOTHING : this.signing(inject, access, token);
  }

  private signingRule(provider: string, request: ServedRequest): InjectDescription | null {
    const rules = this.catalog.injectRules.on(provider, request.host);
    const rule = rules.find(
      (each) =>
        (each.inject.type === 'aws_sigv4' || each.inject.type === 'aws_assume_role') &&
        ruleServes(each, request.path, request.canonicalPath),
    );
    // An address that is a credential by itself goes out as the agent sent it.
    return rule === undefined || isPresigned(request.query) ? null : rule.inject;
  }

  private signing(
    inject: InjectDescription,
    { agent }: Pick<AgentAccess, 'agent'>,
    token: ConnectionToken,
  ): Promise<Changes> | Changes {
    if (inject.type === 'aws_sigv4') {
      let changes = this.signed.get(token);
      if (changes === undefined) this.signed.set(token, (changes = withOwnKeys(inject, token)));
      return changes;
    }
    return inject.type === 'aws_assume_role' ? this.withRole(inject, agent.id, token) : NOTHING;
  }

  private withRole(
    inject: InjectOf<'aws_assume_role'>,
    agentId: string,
    { values }: ConnectionToken,
  ): Promise<Changes> | Changes {
    const [arn, externalId] = [filled(inject.roleArn, values), filled(inject.externalId, values)];
    if (arn === null || externalId === null) return refused(roleNotAssumed());
    const region = filled(inject.region, values);
    const keys = this.roles.keysFor({ arn, externalId, region }, agentId);
    if (keys instanceof Promise) return keys.then((lent) => lentWith(lent, region));
    return lentWith(keys, region);
  }
}

/** A connection that yields no keys signs nothing (06 §11.5.6). */
function withOwnKeys(inject: InjectOf<'aws_sigv4'>, { values }: ConnectionToken): Changes {
  const accessKeyId = filled(inject.accessKeyId, values);
  const secretAccessKey = filled(inject.secretAccessKey, values);
  if (accessKeyId === null || secretAccessKey === null) return NOTHING;
  const keys = { accessKeyId, secretAccessKey, sessionToken: null };
  return changed({ signing: { keys, region: filled(inject.region, values) } });
}

function lentWith(keys: AwsKeys | null, region: string | null): Changes {
  return keys === null ? refused(roleNotAssumed()) : changed({ signing: { keys, region } });
}

function filled(template: string | undefined, values: Values): string | null {
  return template === undefined ? null : fillFrom(template, values);
}

function changed(changes: Partial<RequestChanges>): Changes {
  return goesOn({ signing: null, host: null, author: null, ...changes });
}
