import { Injectable } from '@nestjs/common';
import type { RuleIdentity, RuleTarget } from '../../../domain/decision/policy/model.js';
import { scopeMisfit } from '../../../domain/decision/resource-scopes/scope-fit.js';
import type { Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import { ConnectionsService } from '../../credentials/connections/connections.service.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';
import { SecretsService } from '../../credentials/secrets/secrets.service.js';
import { isResourceScope } from './rule-conditions.js';
import type { RuleContent } from './rule-content.js';
import { policyErrors } from '../../foundation/policy-sets/policy.errors.js';

/**
 * Whether what a rule names belongs to the organization and exists (02 §6.6, §6.7). Rows are locked until the
 * transaction ends and before the set is locked, the order in which deletions take them.
 */
@Injectable()
export class RuleReferences {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly secrets: SecretsService,
    private readonly connections: ConnectionsService,
    private readonly catalog: AppCatalog,
  ) {}

  /** A suspended member and whoever is of another organization do not resolve: `422`. */
  async lockIdentities(tx: Tx, organizationId: string, identities: readonly RuleIdentity[]): Promise<void> {
    if (identities.length === 0) return;
    const idsOf = (type: RuleIdentity['type']): string[] =>
      identities.filter((identity) => identity.type === type).map(({ id }) => id);
    const locked = await this.organizations.lockPrincipals(tx, organizationId, {
      userIds: idsOf('user'),
      groupIds: idsOf('group'),
    });
    const resolves = ({ type, id }: RuleIdentity): boolean =>
      type === 'user' ? locked.users.has(id) : locked.groups.has(id);
    if (!identities.every(resolves)) throw new AppError(policyErrors.policy_identity_unknown);
  }

  /** The first target that does not resolve decides the answer. */
  async lockTargets(tx: Tx, organizationId: string, targets: readonly RuleTarget[]): Promise<void> {
    const secretIds = targets.flatMap((target) =>
      target.kind === 'secret' && target.secretId !== null ? [target.secretId] : [],
    );
    const secrets = await this.secrets.lockOfOrganization(tx, organizationId, secretIds);
    const owner = { organizationId, workspaceId: null };
    const connections = await this.connections.lockShared(tx, owner, connectionIds(targets));
    const providerOf = new Map(connections.map(({ id, provider }) => [id, provider]));
    for (const target of targets) {
      if (target.kind === 'app') this.requireTools(target.provider, target.tools);
      if (target.kind === 'connection') this.requireTools(providerOf.get(target.connectionId), target.tools);
      if (target.kind === 'secret' && target.secretId !== null && !secrets.has(target.secretId)) {
        throw new AppError(policyErrors.policy_target_unknown);
      }
    }
  }

  /** A resource scope must fit every connection the rule names (02 §14.1.3). */
  async requireScopeFits(
    tx: Tx,
    organizationId: string,
    { conditions, targets }: Pick<RuleContent, 'conditions' | 'targets'>,
  ): Promise<void> {
    if (!isResourceScope(conditions)) return;
    const owner = { organizationId, workspaceId: null };
    for (const connectionId of connectionIds(targets)) {
      const connection = await this.connections.find(tx, owner, connectionId);
      if (connection === null) continue;
      const { provider, metadata } = connection;
      const appName = this.catalog.nameOf(provider);
      const axis = this.catalog.find(provider)?.resources?.key ?? null;
      const misfit = scopeMisfit(conditions, { appName, axis, metadata });
      if (misfit !== null) throw new AppError(policyErrors.policy_scope_unfit, { message: misfit });
    }
  }

  /** `provider` is undefined for a connection that does not resolve. */
  private requireTools(provider: string | undefined, tools: readonly string[]): void {
    if (provider === undefined) throw new AppError(policyErrors.policy_target_unknown);
    if (this.catalog.find(provider) === null) {
      throw new AppError(policyErrors.unknown_provider, { message: `Unknown provider: ${provider}` });
    }
    const unknown = tools.find((tool) => !this.catalog.isKnownTool(provider, tool));
    if (unknown === undefined) return;
    throw new AppError(policyErrors.unknown_tool, { message: `Unknown tool: ${unknown}` });
  }
}

function connectionIds(targets: readonly RuleTarget[]): string[] {
  return targets.flatMap((target) => (target.kind === 'connection' ? [target.connectionId] : []));
}
