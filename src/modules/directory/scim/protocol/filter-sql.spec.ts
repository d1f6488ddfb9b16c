import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hostile } from '../../../../../test/harness/sign-on/filters.js';
import {
  GROUP_ATTRIBUTES,
  USER_ATTRIBUTES,
} from '../../../../domain/protocols/scim/filters/filter-attributes.js';
import { ScimRefusal } from '../../../../domain/protocols/scim/refusal.js';
import { filterSql, StatementValues } from './filter-sql.js';
import { GROUP_COLUMNS } from '../groups/group-columns.js';
import { MAX_RESULTS, readListRequest } from './list-request.js';
import { USER_COLUMNS } from '../users/user-columns.js';

const FILTERS = 100_000;
/** Linear in the filter: the longest condition an attribute has, for each of its characters. */
const MAX_SQL_OF_A_CHARACTER = 100;

const RESOURCES = [
  { attributes: USER_ATTRIBUTES, columns: USER_COLUMNS },
  { attributes: GROUP_ATTRIBUTES, columns: GROUP_COLUMNS },
];

/** What conditions are made of; the only literals are these, and whatever a directory wrote is bound. */
const LITERALS = /'(?:work|suspended|milliseconds|formatted|givenName|familyName)'|"C"|->>/g;
const OWN_TEXT = /^[\w\s$().,=<>:*/]*$/;

/** What the filter becomes, null where it is refused; anything else it may throw is a defect. */
function translated(filter: string, { attributes, columns }: (typeof RESOURCES)[number]) {
  try {
    const request = readListRequest({ filter, count: 1_000_000 }, attributes, new Set());
    const values = new StatementValues('organization');
    const sql = request.filter === null ? '' : filterSql(request.filter, columns, values);
    return { sql, values: values.list, count: request.count };
  } catch (error) {
    if (!(error instanceof ScimRefusal)) throw error;
    expect(error.scimType).toBe('invalidFilter');
    return null;
  }
}

describe('a filter in SQL', () => {
  it(`is one that was refused, or has nothing of what was written but its values, ${FILTERS} times`, () => {
    let answered = 0;
    fc.assert(
      fc.property(hostile, fc.constantFrom(...RESOURCES), (filter, resource) => {
        const found = translated(filter, resource);
        if (found === null) return;
        answered++;
        const { sql, values, count } = found;
        const placed = new Set(sql.match(/\$\d+/g));
        if (
          count > MAX_RESULTS ||
          sql.length > MAX_SQL_OF_A_CHARACTER * Math.max(1, filter.length) ||
          placed.size !== values.length - 1 ||
          !OWN_TEXT.test(sql.replaceAll(LITERALS, ''))
        )
          throw new Error(`${JSON.stringify(filter)} became ${sql} with ${values.length} values`);
      }),
      { numRuns: FILTERS, seed: 13 },
    );
    expect(answered).toBeGreaterThan(FILTERS / 10);
  });
});
