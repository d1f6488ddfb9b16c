import type { AgentAccessLoader } from '../../modules/policy/agent-snapshot/agent-access.loader.js';
import type { AccessRow } from '../../modules/policy/agent-snapshot/agent-access.query.js';
import type { OrganizationLayer } from '../../modules/policy/agent-snapshot/organization-layer.js';
import type { PartnerLayer } from '../../modules/policy/agent-snapshot/partner-layer.js';
import type { WorkspaceContent } from '../../modules/policy/agent-snapshot/workspace-layer.js';
import type { KnownLayers } from './kept-layers.js';
import type { Dated } from './shared-layers.js';

export type LayerKind = 'partner' | 'organization' | 'workspace';

/** What a workspace's layer is joined from. */
export interface Parts {
  readonly organization: Dated<OrganizationLayer>;
  readonly content: Dated<WorkspaceContent>;
  /** Null of an organization that is attached to none. */
  readonly partner: Dated<PartnerLayer> | null;
}

type Shared<T> = Map<string, Dated<T> | Error>;

/** The layers that one statement answered with, and those it left out because they were known. */
export class LayersRead {
  private readonly partners: Shared<PartnerLayer> = new Map();
  private readonly organizations: Shared<OrganizationLayer> = new Map();

  constructor(
    private readonly loader: AgentAccessLoader,
    private readonly known: KnownLayers,
    private readonly statement: { readonly begun: number; readonly serial: number },
    private readonly counted: (kind: LayerKind) => void,
  ) {}

  /** What the row has of a partner and of an organization, for all rows of theirs. */
  take(row: AccessRow): void {
    const { partnerId, partner, organizationId, organization } = row;
    if (partnerId !== null && partner !== null) {
      this.counted('partner');
      this.read(this.partners, partnerId, partner, () => this.loader.partnerOf(row));
    }
    if (organization !== null) {
      this.counted('organization');
      this.read(this.organizations, organizationId, organization, () => this.loader.organizationOf(row));
    }
  }

  /** Null where something known is of another epoch than the row says. Throws for what cannot be read (R22). */
  partsOf(row: AccessRow): Parts | null {
    const { partnerId, organizationId } = row;
    const organization = found(this.organizations, this.known.organizations, organizationId);
    const content = this.contentOf(row);
    if (!isOf(organization, row.organizationEpoch) || !isOf(content, row.workspaceEpoch)) return null;
    if (partnerId === null) return { organization, content, partner: null };
    const partner = found(this.partners, this.known.partners, partnerId);
    return isOf(partner, row.partnerEpoch) ? { organization, content, partner } : null;
  }

  private contentOf(row: AccessRow): Dated<WorkspaceContent> | null {
    const { workspace } = row;
    if (workspace === null) return this.known.workspaces.get(row.workspaceId!) ?? null;
    this.counted('workspace');
    return { value: this.loader.contentOf(row), ...this.statement, size: workspace.length };
  }

  private read<T>(into: Shared<T>, id: string, part: string, compile: () => T): void {
    try {
      into.set(id, { value: compile(), ...this.statement, size: part.length });
    } catch (error) {
      into.set(id, error as Error);
    }
  }
}

function found<T>(read: Shared<T>, known: ReadonlyMap<string, Dated<T>>, id: string): Dated<T> | null {
  const layer = read.get(id) ?? known.get(id) ?? null;
  if (layer instanceof Error) throw layer;
  return layer;
}

function isOf<T extends { readonly epoch: number }>(
  layer: Dated<T> | null,
  epoch: string | null,
): layer is Dated<T> {
  return layer?.value.epoch === Number(epoch ?? 0);
}
