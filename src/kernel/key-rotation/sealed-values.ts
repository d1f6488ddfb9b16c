import { SecretBox, UndecryptableError } from '../crypto/secret-box.js';
import type { Queryable } from '../database/statements/queryable.js';
import { type SealedSource, sealedSources } from './sealed-sources.js';

/** A value that does not open, by the place it belongs to; the reason tells nothing about the value. */
export interface UnreadableValue {
  readonly place: string;
  readonly reason: string;
}

export interface RotatedSource {
  readonly source: string;
  /** Values that are sealed with the current key now and were not before. */
  rotated: number;
  unreadable: number;
}

export interface RotationReport {
  readonly sources: readonly RotatedSource[];
  /** The first few values that do not open with any given key; they are left as they are. */
  readonly unreadable: readonly UnreadableValue[];
  /** Values that still wait for the current key, unreadable ones included. */
  readonly remaining: number;
}

interface Row {
  id: string;
  place: string;
  envelope: string;
}

const BATCH = 500;
const SHOWN_UNREADABLE = 20;

/** Reads and renews what the database keeps sealed, without knowing what any of it means. */
export class SealedValues {
  private readonly sources = sealedSources();

  constructor(
    private readonly db: Queryable,
    private readonly box: SecretBox,
  ) {}

  /** How many values each key has sealed, by key id; complete, and cheap enough to run at any time. */
  async countByKey(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { relation } of this.sources) {
      const rows = await this.db.query<{ key: string; count: number }>(
        `SELECT split_part(envelope, '.', 2) AS key, count(*)::int AS count FROM ${relation} GROUP BY 1`,
      );
      for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + count);
    }
    return counts;
  }

  /** Opens up to so many values of each source and names those that do not open. */
  async findUnreadable(perSource: number): Promise<{ checked: number; unreadable: UnreadableValue[] }> {
    const unreadable: UnreadableValue[] = [];
    let checked = 0;
    for (const source of this.sources) {
      const rows = await this.db.query<Row>(
        `SELECT id::text, place, envelope FROM ${source.relation} ORDER BY e.id DESC LIMIT $1`,
        [perSource],
      );
      checked += rows.length;
      unreadable.push(...rows.flatMap((row) => this.tryOpen(row)));
    }
    return { checked, unreadable };
  }

  /**
   * Seals every value anew that the current key did not seal. In batches of one statement each, so it can be
   * stopped at any point and run again, and beside servers: a value that somebody writes meanwhile is theirs.
   */
  async rotate(progress: (source: RotatedSource) => void = () => undefined): Promise<RotationReport> {
    const sources: RotatedSource[] = [];
    const unreadable: UnreadableValue[] = [];
    for (const source of this.sources) {
      const result: RotatedSource = { source: source.name, rotated: 0, unreadable: 0 };
      sources.push(result);
      await this.rotateSource(source, result, unreadable);
      progress(result);
    }
    const counts = await this.countByKey();
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const remaining = total - (counts.get(this.box.currentKeyId) ?? 0);
    return { sources, unreadable: unreadable.slice(0, SHOWN_UNREADABLE), remaining };
  }

  private async rotateSource(
    source: SealedSource,
    result: RotatedSource,
    unreadable: UnreadableValue[],
  ): Promise<void> {
    let after: string | null = null;
    for (;;) {
      const batch = await this.waiting(source, after);
      if (batch.length === 0) return;
      after = batch.at(-1)!.id;
      const failed = batch.flatMap((row) => this.tryOpen(row));
      const places = new Set(failed.map(({ place }) => place));
      result.unreadable += failed.length;
      if (unreadable.length < SHOWN_UNREADABLE) unreadable.push(...failed);
      result.rotated += await this.renew(
        source,
        batch.filter(({ place }) => !places.has(place)),
      );
    }
  }

  private waiting(source: SealedSource, after: string | null): Promise<Row[]> {
    return this.db.query<Row>(
      `SELECT id::text, place, envelope FROM ${source.relation}
       WHERE ($1::${source.idType} IS NULL OR e.id > $1::${source.idType}) AND split_part(envelope, '.', 2) <> $2
       ORDER BY e.id LIMIT ${BATCH}`,
      [after, this.box.currentKeyId],
    );
  }

  private async renew(source: SealedSource, rows: readonly Row[]): Promise<number> {
    const replaced = await this.db.query(
      `WITH n AS (SELECT * FROM unnest($1::${source.idType}[], $2::text[], $3::text[]) AS n (id, old, new))
       ${source.replace}`,
      [
        rows.map(({ id }) => id),
        rows.map(({ envelope }) => envelope),
        rows.map(({ envelope, place }) => this.box.reencrypt(envelope, place)),
      ],
    );
    return replaced.length;
  }

  private tryOpen({ place, envelope }: Row): UnreadableValue[] {
    try {
      this.box.open(envelope, place);
      return [];
    } catch (error) {
      if (error instanceof UndecryptableError) return [{ place, reason: error.reason }];
      throw error;
    }
  }
}
