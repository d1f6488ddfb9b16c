import { Injectable } from '@nestjs/common';
import {
  type NamedPerson,
  organizationSlug,
  provisionedOrganizationName,
  provisionedWorkspaceName,
  provisionedWorkspaceSlug,
} from '../../../domain/text/provisioned-names.js';
import { randomLetters } from '../../../kernel/crypto/tokens.js';
import type { Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { fromConstraintViolation } from '../../../kernel/errors/constraint-violation.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';

export interface Provisioned {
  organizationId: string;
  workspaceId: string;
  /** The person's key for the workspace. */
  apiKey: string;
}

const SLUG_SUFFIX_LETTERS = 6;

/** Gives people what they need to start: an organization of their own, or a workspace in one they are in. */
@Injectable()
export class OnboardingService {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly workspaces: WorkspacesService,
  ) {}

  /**
   * Whatever else would give this person a place (session sync in another tab, a second acceptance) waits until the
   * transaction ends, so that nobody gets two (01 §12.6.1). Taken before any other lock.
   */
  lockPerson(tx: Tx, email: string): Promise<void> {
    return tx.lock(`session-sync:${email}`);
  }

  /** Creates an organization owned by the person, with one workspace (01 §12.6, 1 to 4). */
  async provision(
    tx: Tx,
    person: NamedPerson,
    options: { organizationName?: string } = {},
  ): Promise<Provisioned> {
    const name = options.organizationName ?? provisionedOrganizationName(person);
    const { id } = await this.organizations.create(tx, {
      name,
      slug: organizationSlug(name, person.id),
      owner: { userId: person.id, email: person.email },
    });
    return this.provisionWorkspace(tx, person, id, { joins: false });
  }

  /**
   * Creates the person's own workspace in an organization. `joins`: the organization has others already, so
   * the slug carries the person's id (01 §12.1); should even that be taken, random letters make it unique.
   */
  async provisionWorkspace(
    tx: Tx,
    person: NamedPerson,
    organizationId: string,
    { joins }: { joins: boolean },
  ): Promise<Provisioned> {
    const name = provisionedWorkspaceName(person);
    const slug = provisionedWorkspaceSlug(name, person.id, joins);
    const create = (chosen: string) =>
      this.workspaces.create(tx, {
        organizationId,
        name,
        slug: chosen,
        createdBy: { userId: person.id, email: person.email },
      });
    const { workspace, apiKey } = await tx
      .savepoint(() => create(slug))
      .catch((error: unknown) => {
        if (!isSlugTaken(error)) throw error;
        return create(`${slug}-${randomLetters(SLUG_SUFFIX_LETTERS)}`);
      });
    return { organizationId, workspaceId: workspace.id, apiKey };
  }
}

function isSlugTaken(error: unknown): boolean {
  const known = error instanceof AppError ? error : fromConstraintViolation(error);
  return known?.code === 'workspace_slug_taken';
}
