import { Injectable } from '@nestjs/common';
import type { ResourceAxis } from '../../../domain/decision/catalog/model/model.js';
import type { AgentPrincipals, SessionPolicy } from '../../../domain/decision/policy/model.js';
import {
  effectiveScope,
  type ResourceScope,
} from '../../../domain/decision/resource-scopes/effective-scope.js';
import type { AccessState, StoredConnection } from '../agent-snapshot/agent-access.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';

/** Shown where a stored scope names no axis; its list is empty anyway. */
const SOME_AXIS: ResourceAxis = 'folders';

/** What an agent reaches of an account (02 §14.2), for the views. */
@Injectable()
export class EffectiveResources {
  constructor(private readonly catalog: AppCatalog) {}

  /** Null where nothing restricts. */
  of(
    { organizationSet, workspaceSet }: AccessState,
    agent: AgentPrincipals,
    { id, provider }: StoredConnection,
  ): { orgResources: SessionPolicy | null; effectiveResources: SessionPolicy | null } {
    const organization = organizationSet.rules;
    const boundary = effectiveScope({ organization, workspace: [] }, agent, id);
    const both = effectiveScope({ organization, workspace: workspaceSet.rules }, agent, id);
    return {
      orgResources: this.present(boundary, provider),
      effectiveResources: this.present(both, provider),
    };
  }

  private present(scope: ResourceScope | null, provider: string): SessionPolicy | null {
    if (scope === null) return null;
    const axis = scope.axis ?? this.catalog.find(provider)?.resources?.key ?? SOME_AXIS;
    return { [axis]: [...scope.entries] };
  }
}
