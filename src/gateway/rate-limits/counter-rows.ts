import { Injectable } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { Prepared } from '../../kernel/database/statements/prepared-run.js';
import type { Grant, Leftover, Wish } from './allowance.js';

/** One counter in one window, and the limit that its requests go by. */
export interface Counter {
  key: string;
  windowNumber: number;
  /** Seconds since the epoch. */
  windowEnd: number;
  limit: number;
}

export interface Settlement extends Leftover {
  counter: Counter;
}

/** A batch ahead takes at most this share of what is left, so that near the limit numbers are given one by one. */
const SHARE = 8;
/** More refusals are not told apart; the column is an integer. */
const MAX_REFUSED = 1_000_000_000;

function grantOf(left: string): string {
  return `greatest(0, least(${left}, $5::integer + least($6::integer, greatest(0, ${left} - $5::integer) / ${SHARE})))`;
}

/** Refusals of a process: none where there was room, because others had given counts back meanwhile. */
function refusedWith(count: string, by: string): string {
  return `least(counter.refused
    + CASE WHEN counter.hits + counter.refused >= ${by} THEN ${count}::bigint ELSE 0 END, ${MAX_REFUSED})::integer`;
}

const REFUSED = refusedWith('$7', '$8');
const LEFT = `($4::integer - counter.hits - ${REFUSED})`;

/**
 * One statement, so that its row lock makes the count exact. The commit does not wait for the disk, which would
 * hold that lock: what a crash of PostgreSQL can take is the last instant of some counts.
 */
const LEASE = new Prepared(
  `INSERT INTO rate_limit_counters AS counter (key, window_number, hits, granted, expires_at)
   SELECT $1, $2, ${grantOf('$4::integer')}, ${grantOf('$4::integer')}, to_timestamp($3)
   FROM set_config('synchronous_commit', 'off', true)
   ON CONFLICT (key, window_number) DO UPDATE SET
     hits = counter.hits + ${grantOf(LEFT)},
     granted = ${grantOf(LEFT)},
     refused = ${REFUSED}
   RETURNING hits, refused, granted`,
);

/**
 * What is handed back can be had again by whoever was refused while it was out: refusals of that time do not bind. In
 * the order of the keys, so that two processes cannot wait for each other's rows.
 */
const SETTLE = new Prepared(
  `WITH settled AS MATERIALIZED (
     SELECT s.* FROM set_config('synchronous_commit', 'off', true),
       unnest($1::text[], $2::bigint[], $3::integer[], $4::integer[], $5::integer[])
         AS s(key, window_number, unused, refused, refused_by)
     JOIN rate_limit_counters counter USING (key, window_number)
     ORDER BY key, window_number FOR UPDATE OF counter
   )
   UPDATE rate_limit_counters counter SET
     hits = counter.hits - settled.unused,
     refused = CASE WHEN settled.unused > 0 THEN 0 ELSE ${refusedWith('settled.refused', 'settled.refused_by')} END
   FROM settled WHERE counter.key = settled.key AND counter.window_number = settled.window_number`,
);

/** Counters of rate limits in PostgreSQL, which all processes share (06 §17.2). */
@Injectable()
export class CounterRows {
  constructor(private readonly db: Database) {}

  /** Gives what is wished for as far as the limit leaves it. */
  async lease({ key, windowNumber, windowEnd, limit }: Counter, wish: Wish): Promise<Grant> {
    const [row] = await this.db.query<{ hits: number; refused: number; granted: number }>(LEASE, [
      key,
      windowNumber,
      windowEnd,
      limit,
      wish.waiting,
      wish.ahead,
      wish.refusals.count,
      wish.refusals.by,
    ]);
    if (row === undefined) throw new Error('The counter was not returned');
    const { hits, refused, granted } = row;
    return { count: granted, first: hits - granted + refused + 1, total: hits + refused };
  }

  async settle(settlements: readonly Settlement[]): Promise<void> {
    await this.db.query(SETTLE, [
      settlements.map(({ counter }) => counter.key),
      settlements.map(({ counter }) => counter.windowNumber),
      settlements.map(({ unused }) => unused),
      settlements.map(({ refusals }) => refusals.count),
      settlements.map(({ refusals }) => refusals.by),
    ]);
  }
}
