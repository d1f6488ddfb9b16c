import { Injectable } from '@nestjs/common';
import { ruleServes } from '../../domain/catalog/inject-rules.js';
import type { InjectDescription } from '../../domain/catalog/inject-model.js';
import { regionalHost } from '../../domain/catalog/regional-host.js';
import { fillFrom } from '../../domain/catalog/template.js';
import { isPresigned } from '../../domain/aws-signature/presigned.js';
import type { AwsKeys } from '../../domain/aws-signature/signature.js';
import { AwsRoles } from '../../modules/credentials/aws-roles/aws-roles.js';
import type { ConnectionToken } from '../../modules/credentials/connection-tokens/access-tokens.js';
import { AppCatalog } from '../../modules/foundation/app-catalog/catalog.js';
import type { AccessibleConnection, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { JudgedRequest } from '../exchange.js';
import { roleNotAssumed } from '../signing/aws-verdicts.js';
import type { RequestChanges } from '../signing/request-changes.js';
import { goesOn, refused, type Step } from '../step.js';

type Changes = Step<RequestChanges | null>;
type ServedRequest = Pick<JudgedRequest, 'host' | 'path' | 'canonicalPath' | 'query'>;

const NOTHING: Changes = Object.freeze(goesOn(null));

/** What the credential of an account does to a request beside writing fields: what the catalogue says, with its values. */
@Injectable()
export class ConnectionChanges {
  constructor(
    private readonly catalog: AppCatalog,
    private readonly roles: AwsRoles,
  ) {}

  /** `signable`: nothing else has the field of the signature. Refused where a role cannot be assumed: such a request is never sent unsigned (03 §12.6.4). */
  of(
    { provider }: AccessibleConnection,
    request: ServedRequest,
    access: Pick<AgentAccess, 'agent' | 'workspaceId'>,
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
      return changed({ author: { agentName: access.agent.name, workspaceId: access.workspaceId } });
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
    { values }: ConnectionToken,
  ): Promise<Changes> | Changes {
    const filled = (template: string | undefined): string | null =>
      template === undefined ? null : fillFrom(template, values);
    if (inject.type === 'aws_sigv4') {
      const [accessKeyId, secretAccessKey] = [filled(inject.accessKeyId), filled(inject.secretAccessKey)];
      if (accessKeyId === null || secretAccessKey === null) return NOTHING;
      return signedWith({ accessKeyId, secretAccessKey, sessionToken: null }, filled(inject.region));
    }
    if (inject.type !== 'aws_assume_role') return NOTHING;
    const [arn, externalId, region] = [
      filled(inject.roleArn),
      filled(inject.externalId),
      filled(inject.region),
    ];
    if (arn === null || externalId === null) return refused(roleNotAssumed());
    const keys = this.roles.keysFor({ arn, externalId, region }, agent.id);
    if (keys instanceof Promise) return keys.then((lent) => signedWith(lent, region));
    return signedWith(keys, region);
  }
}

function signedWith(keys: AwsKeys | null, region: string | null): Changes {
  return keys === null ? refused(roleNotAssumed()) : changed({ signing: { keys, region } });
}

function changed(changes: Partial<RequestChanges>): Changes {
  return goesOn({ signing: null, host: null, author: null, ...changes });
}
