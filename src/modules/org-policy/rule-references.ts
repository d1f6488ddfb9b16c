import { Injectable } from '@nestjs/common';
import type { RuleIdentity, RuleTarget } from '../../domain/policy/model.js';
import type { Tx } from '../../kernel/database/database.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { AppCatalog } from '../apps/catalog.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { SecretsService } from '../secrets/secrets.service.js';

/**
 * Whether what a rule names belongs to the organization and exists (02 §6.6, §6.7). Rows are held until the
 * transaction ends and before the set is locked, the order in which deletions take them.
 */
@Injectable()
export class RuleReferences {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly secrets: SecretsService,
    private readonly catalog: AppCatalog,
  ) {}

  /** A suspended member and whoever is of another organization do not resolve: `422`. */
  async holdIdentities(tx: Tx, organizationId: string, identities: readonly RuleIdentity[]): Promise<void> {
    if (identities.length === 0) return;
    const idsOf = (type: RuleIdentity['type']): string[] =>
      identities.filter((identity) => identity.type === type).map(({ id }) => id);
    const held = await this.organizations.holdPrincipals(tx, organizationId, {
      userIds: idsOf('user'),
      groupIds: idsOf('group'),
    });
    const resolves = ({ type, id }: RuleIdentity): boolean =>
      type === 'user' ? held.users.has(id) : held.groups.has(id);
    if (!identities.every(resolves)) throw new AppError('policy_identity_unknown');
  }

  /** The first target that does not resolve decides the answer. */
  async holdTargets(tx: Tx, organizationId: string, targets: readonly RuleTarget[]): Promise<void> {
    const secretIds = targets.flatMap((target) =>
      target.kind === 'secret' && target.secretId !== null ? [target.secretId] : [],
    );
    const secrets = await this.secrets.holdShared(tx, organizationId, secretIds);
    for (const target of targets) {
      if (target.kind === 'app') this.requireTools(target.provider, target.tools);
      if (target.kind === 'connection') throw new AppError('policy_target_unknown');
      if (target.kind === 'secret' && target.secretId !== null && !secrets.has(target.secretId)) {
        throw new AppError('policy_target_unknown');
      }
    }
  }

  private requireTools(provider: string, tools: readonly string[]): void {
    if (this.catalog.find(provider) === null) {
      throw new AppError('unknown_provider', { message: `Unknown provider: ${provider}` });
    }
    const unknown = tools.find((tool) => !this.catalog.isKnownTool(provider, tool));
    if (unknown === undefined) return;
    throw new AppError('unknown_tool', { message: `Unknown tool: ${unknown}` });
  }
}
