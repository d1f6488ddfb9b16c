import type { AgentAccessLoader } from '../../modules/policy/agent-snapshot/agent-access.loader.js';
import { AgentView } from '../../modules/policy/agent-snapshot/agent-view.js';
import type { AccessRow } from '../../modules/policy/agent-snapshot/agent-access.query.js';
import { WorkspaceLayer } from '../../modules/policy/agent-snapshot/workspace-layer.js';
import type { KeptLayers, KnownLayers, KnownAgents } from './kept-layers.js';
import { type LayerKind, LayersRead, type Parts } from './layers-read.js';
import type { Found } from './load-lanes.js';

/** Of agents whose workspace is read, of workspaces that wait for their organization, of layers known already. */
const MAX_IN_PASSING = 1_000;
const MAX_KNOWN = 500;

/** What was heard since a statement began. */
export interface Heard {
  /** Of a newer epoch: what was read is not to be kept. */
  newer(scope: string, epoch: number): boolean;
  /** Nothing at all. */
  nothing(): boolean;
}

/** What comes along with those who ask: agents and workspaces that lack the same, and what is known of it. */
interface Around {
  readonly companions: readonly string[];
  readonly waiting: readonly string[];
  readonly known: KnownLayers;
}

interface Reading {
  readonly layers: LayersRead;
  readonly heard: Heard;
  /** The others only came along. */
  readonly asked: ReadonlySet<string>;
  readonly found: Map<string, Found>;
}

/**
 * Reads what tokens lack, in one round trip, and keeps it. The statement tells the epochs of everything concerned: a
 * layer read earlier is used with what was read now only if its epoch is the one of now, so that both are the state of
 * one moment. Where it is not, which takes a write that was not heard of yet, all is read once more.
 */
export class LayerReader {
  private serial = 0;

  constructor(
    private readonly loader: AgentAccessLoader,
    private readonly layers: KeptLayers,
    private readonly agents: KnownAgents,
    private readonly counted: { statement: () => void; layer: (kind: LayerKind) => void },
  ) {}

  /** `organizationId` is believed to be that of the tokens; empty where they were never seen. */
  async read(organizationId: string, keys: readonly string[], heard: Heard): Promise<Map<string, Found>> {
    const waiting = [...this.layers.unjoined(organizationId)].slice(0, MAX_IN_PASSING);
    const known =
      organizationId === '' ? this.layers.latest(MAX_KNOWN) : this.knownOf(organizationId, keys, waiting);
    const found = await this.roundTrip(keys, { companions: this.companionsOf(keys), waiting, known }, heard);
    const behind = keys.filter((key) => !found.has(key));
    if (behind.length === 0) return found;
    const nothing = { partners: new Map(), organizations: new Map(), workspaces: new Map() };
    const alone = { companions: [], waiting: [], known: nothing };
    return new Map([...found, ...(await this.roundTrip(behind, alone, heard))]);
  }

  /** Tokens that are in no row are nobody's; those whose row lacks something that is not known are not in the result. */
  private async roundTrip(
    asked: readonly string[],
    { companions, waiting, known }: Around,
    heard: Heard,
  ): Promise<Map<string, Found>> {
    this.serial += 1;
    const statement = { begun: performance.now(), serial: this.serial };
    const layers = new LayersRead(this.loader, known, statement, this.counted.layer);
    const reading: Reading = { layers, heard, asked: new Set(asked), found: new Map() };
    const keys = [...asked, ...companions];
    this.counted.statement();
    const rows = await this.loader.read({
      tokenHashes: keys.map((key) => Buffer.from(key, 'latin1')),
      workspaceIds: waiting,
      known: {
        partners: [...known.partners.keys()],
        organizations: [...known.organizations.keys()],
        workspaces: [...known.workspaces.keys()],
      },
    });
    for (const row of rows) layers.take(row);
    const theirs = new Set(rows.flatMap((row) => this.takeWorkspace(row, reading)));
    for (const key of keys) {
      if (theirs.has(key)) continue;
      reading.found.set(key, { value: null });
      this.agents.forget(key);
      // Any write since may have been the one that made the token known.
      if (heard.nothing()) this.agents.rememberUnknown(key);
    }
    return reading.found;
  }

  /** Answers the tokens of the row's agents. */
  private takeWorkspace(row: AccessRow, reading: Reading): string[] {
    const { layers, heard, asked, found } = reading;
    const agents = row.agents.map(({ tokenHash, ...identity }) => {
      return { key: Buffer.from(tokenHash!, 'hex').toString('latin1'), identity };
    });
    try {
      const parts = layers.partsOf(row);
      if (parts !== null) {
        const layer = this.layerFor(parts, row);
        const kept = this.keep(layer, parts, heard);
        for (const { key, identity } of agents) {
          const hasView = asked.has(key) && !layer.heldBySuspendedOnly;
          const access = hasView ? new AgentView(layer, identity) : null;
          if (kept) this.agents.keep(key, identity, placeOf(row), parts.content, access);
          found.set(key, { value: access });
        }
      }
    } catch (error) {
      for (const { key } of agents) found.set(key, { error });
    }
    return agents.map(({ key }) => key);
  }

  /** The one that is kept, where it is the same: then the people are too. */
  private layerFor({ organization, content, partner }: Parts, row: AccessRow): WorkspaceLayer {
    const lent = partner?.value ?? null;
    const kept = this.layers.workspace(row.workspaceId!)?.layer;
    const isSame = kept?.organization === organization.value && kept.partner === lent;
    if (isSame && kept.content === content.value) return kept;
    return new WorkspaceLayer(organization.value, content.value, row, lent);
  }

  private keep(layer: WorkspaceLayer, { organization, content, partner }: Parts, heard: Heard): boolean {
    const [ofOrganization, ofWorkspace, ofPartner] = layer.epochs;
    const { organizations, partners } = this.layers;
    if (ofPartner !== undefined && partner !== null) {
      if (heard.newer(ofPartner.scope, ofPartner.epoch)) return false;
      if (!partners.keep(partner.value.id, partner)) return false;
    }
    if (heard.newer(ofOrganization!.scope, ofOrganization!.epoch)) return false;
    if (!organizations.keep(layer.organization.organization.id, organization)) return false;
    if (heard.newer(ofWorkspace!.scope, ofWorkspace!.epoch)) return false;
    const sharedBegun = Math.min(organization.begun, partner?.begun ?? Infinity);
    return (
      this.layers.workspace(content.value.id!)?.layer === layer ||
      this.layers.keepWorkspace(layer, sharedBegun, content)
    );
  }

  private knownOf(organizationId: string, keys: readonly string[], waiting: readonly string[]): KnownLayers {
    const known: KnownLayers = {
      // Which of them is the organization's is not known before it is read.
      partners: this.layers.partners.latest(MAX_KNOWN),
      organizations: new Map(),
      workspaces: new Map(),
    };
    const organization = this.layers.organizations.use(organizationId);
    if (organization !== undefined) known.organizations.set(organizationId, organization);
    const theirs = keys.map((key) => this.agents.get(key)?.workspaceId ?? '');
    for (const id of [...theirs, ...waiting]) {
      const kept = this.layers.workspace(id);
      if (kept !== undefined) known.workspaces.set(id, kept.content);
    }
    return known;
  }

  /** Other agents of the same workspaces, which lack the same. */
  private companionsOf(keys: readonly string[]): string[] {
    const asked = new Set(keys);
    const companions = new Set<string>();
    for (const workspaceId of new Set(keys.map((key) => this.agents.get(key)?.workspaceId ?? ''))) {
      const content = this.layers.workspace(workspaceId)?.content;
      for (const { key, serial } of this.agents.in(workspaceId)) {
        if (companions.size === MAX_IN_PASSING) return [...companions];
        if (serial !== content?.serial && !asked.has(key)) companions.add(key);
      }
    }
    return [...companions];
  }
}

function placeOf({ workspaceId, organizationId }: AccessRow): {
  workspaceId: string;
  organizationId: string;
} {
  return { workspaceId: workspaceId!, organizationId };
}
