import { Injectable } from '@nestjs/common';
import type { Filter } from '../../../../domain/protocols/scim/filters/filter.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Database } from '../../../../kernel/database/database.js';
import { Turns } from '../../../../kernel/scheduling/turns.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import type { ListRequest } from './list-request.js';
import { scimErrors } from './scim.errors.js';

const QUERY_CANCELED = '57014';
/** Each is unique in the organization and has an index. */
const KEYS = new Set(['id', 'username', 'emails.value', 'externalid']);
/** Of one organization at a time, and from how many of all on each has one: a quarter of the pool's connections. */
const OF_ONE = 2;
const OF_ALL = 4;

interface Statement {
  sql: string;
  values: readonly unknown[];
}

/**
 * Statements whose cost a directory decides by what it asks for (05 §10.4). An organization has a few at a time, and
 * PostgreSQL ends each that takes too long, so that none keeps a connection from others.
 */
@Injectable()
export class Searches {
  private readonly withinMs: number;
  private readonly turns = new Turns(OF_ONE, OF_ALL);

  constructor(
    private readonly db: Database,
    { scimSearchTimeoutMs }: Configuration,
  ) {
    this.withinMs = scimSearchTimeoutMs;
  }

  /** Refused with `scim_search_too_long` when it has waited or been worked on for too long. */
  async rows<T>(organizationId: string, request: ListRequest, statement: Statement): Promise<T[]> {
    if (isCheap(request)) return this.db.query<T>(statement.sql, statement.values);
    const since = performance.now();
    const work = (): Promise<T[]> => {
      if (performance.now() - since > this.withinMs) throw new AppError(scimErrors.scim_search_too_long);
      return this.bounded<T>(statement);
    };
    return this.turns.run(organizationId, work, () => false);
  }

  private async bounded<T>({ sql, values }: Statement): Promise<T[]> {
    try {
      return await this.db.tx(async (tx) => {
        await tx.query(`SELECT set_config('statement_timeout', $1, true)`, [String(this.withinMs)]);
        return tx.query<T>(sql, values);
      });
    } catch (error) {
      if ((error as { code?: string }).code !== QUERY_CANCELED) throw error;
      throw new AppError(scimErrors.scim_search_too_long, { cause: error });
    }
  }
}

/** What directories ask before they write anybody; a transaction of its own would cost more than the statement. */
function isCheap({ filter, sortBy }: ListRequest): boolean {
  return filter === null ? sortBy === null : isEqualityOfKey(filter);
}

function isEqualityOfKey(filter: Filter): boolean {
  return filter.kind === 'compare' && filter.comparison === 'eq' && KEYS.has(filter.attribute);
}
