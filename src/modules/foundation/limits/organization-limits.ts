import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { limitReached } from '../../../kernel/errors/limit-reached.js';
import { COUNTED, type CountedKind, type LimitSetting, MEASURED } from './limited-kinds.js';

/** A measurement is used again for so many times as long as it took: a twentieth of a connection's time goes into it. */
const REUSED = 20;
const MAX_REMEMBERED = 10_000;

export interface Measure {
  /** Whoever adds to what was measured adds here, too. */
  value: number;
}

interface Remembered extends Measure {
  readonly until: number;
}

/** What was measured a moment ago, so that who is far from a limit does not measure for everything that is added. */
export class RememberedMeasures {
  private readonly measured = new Map<string, Remembered>();

  constructor(private readonly mostMs: number) {}

  async of(key: string, measure: () => Promise<number>): Promise<Measure> {
    const known = this.measured.get(key);
    if (known !== undefined && performance.now() < known.until) return known;
    const began = performance.now();
    const value = await measure();
    const now = performance.now();
    const remembered = { value, until: now + Math.min((now - began) * REUSED, this.mostMs) };
    this.measured.delete(key);
    this.measured.set(key, remembered);
    const [oldest] = this.measured.keys();
    if (this.measured.size > MAX_REMEMBERED) this.measured.delete(oldest!);
    return remembered;
  }
}

/**
 * So far from the limit creations do not wait for each other, and a count of a moment ago will do: fewer than that are
 * added by other processes meanwhile.
 */
const FAR = 1_000;
const MAX_REUSED_MS = 2_000;
/** More at once are counted exactly: what another process adds meanwhile has to stay below `FAR`. */
const FEW = 100;

/** How many objects one organization may have (R65). What is over a limit that was lowered stays; nothing is added. */
@Injectable()
export class OrganizationLimits {
  private readonly counted = new RememberedMeasures(MAX_REUSED_MS);

  constructor(private readonly configuration: Configuration) {}

  /** Null is no limit. */
  of(setting: LimitSetting): number | null {
    const { configuration: at } = this;
    const values: Readonly<Record<LimitSetting, number>> = {
      LIMIT_STORED_BYTES: at.limitStoredBytes,
      LIMIT_PENDING_BYTES: at.limitPendingBytes,
      LIMIT_OBJECTS: at.limitObjects,
      LIMIT_RULES: at.limitRules,
      LIMIT_WORKSPACES: at.limitWorkspaces,
      LIMIT_STREAMS: at.limitStreams,
      LIMIT_ORGANIZATIONS_PER_PERSON: at.limitOrganizationsPerPerson,
    };
    return values[setting] === 0 ? null : values[setting];
  }

  /**
   * So many more have to fit; 0 after what is counted was inserted. Near the limit creations of one organization wait for
   * each other from here to the end of the transaction, so that two cannot share the last place.
   */
  async requireRoom(tx: Tx, kind: CountedKind, organizationId: string, more = 1): Promise<void> {
    const { limit: setting } = COUNTED[kind];
    const most = this.of(setting);
    if (most === null) return;
    const count = (): Promise<number> => this.count(tx, kind, organizationId, most + 1);
    if (most > FAR && more <= FEW && (await this.isFar(`${kind} ${organizationId}`, count, more, most - FAR)))
      return;
    await tx.lock(`limit:${kind}:${organizationId}`);
    if ((await count()) + more > most) throw limitReached(setting, kind, most);
  }

  /** The same of the organization that a workspace belongs to. */
  async requireRoomAt(tx: Tx, kind: CountedKind, workspaceId: string): Promise<void> {
    if (this.of(COUNTED[kind].limit) === null) return;
    await this.requireRoom(tx, kind, await organizationOf(tx, workspaceId));
  }

  /** `owned` by somebody who is locked by now. */
  requireRoomToOwn(owned: number): void {
    const most = this.of(MEASURED.organizations);
    if (most !== null && owned >= most) throw limitReached(MEASURED.organizations, 'organizations', most);
  }

  /** In one round trip. */
  async countAll(q: Queryable, organizationId: string): Promise<Record<CountedKind, number>> {
    const columns = Object.entries(COUNTED).map(
      ([kind, { rows }]) => `(SELECT count(*) FROM ${rows})::int AS ${kind}`,
    );
    const [row] = await q.query<Record<CountedKind, number>>(`SELECT ${columns.join(', ')}`, [
      organizationId,
    ]);
    return row!;
  }

  /** No further than `most`. */
  private async count(
    q: Queryable,
    kind: CountedKind,
    organizationId: string,
    most: number,
  ): Promise<number> {
    const [row] = await q.query<{ count: number }>(countOf(kind), [organizationId, most]);
    return row!.count;
  }

  private async isFar(
    key: string,
    count: () => Promise<number>,
    more: number,
    near: number,
  ): Promise<boolean> {
    const counted = await this.counted.of(key, count);
    if (counted.value + more > near) return false;
    counted.value += Math.max(more, 1);
    return true;
  }
}

/** Of organization `$1`, no further than `$2`; it reads indexes alone. */
export function countOf(kind: CountedKind): string {
  return `SELECT count(*)::int AS count FROM (SELECT FROM ${COUNTED[kind].rows} LIMIT $2) AS counted`;
}

export async function organizationOf(q: Queryable, workspaceId: string): Promise<string> {
  const [row] = await q.query<{ organizationId: string }>(
    'SELECT organization_id AS "organizationId" FROM workspaces WHERE id = $1',
    [workspaceId],
  );
  if (row === undefined) throw new Error(`workspace ${workspaceId} has no row`);
  return row.organizationId;
}
