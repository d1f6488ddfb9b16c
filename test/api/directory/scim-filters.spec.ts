import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { hostile, type Shape, shape, written } from '../../harness/sign-on/filters.js';
import { connectDirectory, type Directory, refusalOf } from '../../harness/sign-on/scim.js';
import type { TestServer } from '../../harness/server/server.js';
import { withServer } from '../../harness/server/stands.js';

const USERS = '/scim/v2/Users';
const SEARCH = `${USERS}/.search`;
const RANDOM_FILTERS = 300;
const HOSTILE_FILTERS = 1_500;

let server: TestServer;
let owner: Owner;
let directory: Directory;
let people: any[];

withServer((started) => (server = started), { ENTERPRISE_ENABLED: 'true', REGISTRATION: 'open' });

/** With a new token where the old one is throttled, which is another test's subject. */
async function search(filter: string): Promise<{ status: number; body: any; text: string }> {
  const answer = await directory.api.post(SEARCH, { filter, count: 500 });
  if (answer.status !== 429) return answer;
  directory = await connectDirectory(server, owner);
  return search(filter);
}

beforeAll(async () => {
  owner = await signUpOwner(server);
  directory = await connectDirectory(server, owner);
  const words = ['a', 'A', 'ab', '%', '_', 'b%', 'é', 'a b', '"', '\\'];
  for (let n = 0; n < 24; n++) {
    const pick = (step: number): string | undefined => words[(n * step) % (words.length + 3)];
    await directory.api.post(USERS, {
      userName: `p${n}.${'ab'[n % 2]}@${n % 3 === 0 ? 'x' : 'y'}.test`,
      displayName: pick(3),
      externalId: pick(7) === undefined ? undefined : `${pick(7)}${n}`,
      name: n % 4 === 0 ? undefined : { givenName: pick(5), familyName: pick(11) },
      active: n % 5 !== 0,
    });
  }
  people = (await directory.api.get(`${USERS}?count=500`)).body.Resources;
  expect(people).toHaveLength(25);
});

const EXACT = new Set(['id', 'externalId']);

function valueOf(person: any, attribute: string): string | boolean | undefined {
  const [first = '', sub] = attribute.split('.');
  const value = person[first];
  if (sub === undefined) return value;
  return Array.isArray(value) ? value[0][sub] : value?.[sub];
}

/** The same by another way: over the resources as they are shown. */
function holds(one: Shape, person: any): boolean {
  switch (one.kind) {
    case 'not':
      return !holds(one.part, person);
    case 'and':
      return holds(one.parts[0], person) && holds(one.parts[1], person);
    case 'or':
      return holds(one.parts[0], person) || holds(one.parts[1], person);
    case 'present':
      return valueOf(person, one.attribute) !== undefined;
    case 'compare':
      return compares(one, valueOf(person, one.attribute));
  }
}

function compares(
  { attribute, operator, value }: Shape & { kind: 'compare' },
  stored: string | boolean | undefined,
): boolean {
  if (operator === 'ne') return !compares({ kind: 'compare', attribute, operator: 'eq', value }, stored);
  if (stored === undefined) return false;
  if (typeof stored === 'boolean' || typeof value === 'boolean') return stored === value;
  const fold = (text: string): string => (EXACT.has(attribute) ? text : text.toLowerCase());
  const [left, right] = [fold(stored), fold(value)];
  const order = Buffer.compare(Buffer.from(left), Buffer.from(right));
  switch (operator) {
    case 'eq':
      return left === right;
    case 'co':
      return left.includes(right);
    case 'sw':
      return left.startsWith(right);
    case 'ew':
      return left.endsWith(right);
    case 'gt':
      return order > 0;
    case 'ge':
      return order >= 0;
    case 'lt':
      return order < 0;
    default:
      return order <= 0;
  }
}

describe('filters of SCIM', () => {
  it('find in SQL what they mean', async () => {
    await fc.assert(
      fc.asyncProperty(shape, async (one) => {
        const { status, body, text } = await search(written(one));
        expect([status, written(one), status === 200 ? '' : text]).toEqual([200, written(one), '']);
        const found = body.Resources.map(({ id }: { id: string }) => id);
        expect(found).toEqual(people.filter((person) => holds(one, person)).map(({ id }) => id));
      }),
      { numRuns: RANDOM_FILTERS, seed: 7 },
    );
  });

  it('are answered or refused, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (filter) => {
        const answer = await search(filter);
        if (answer.status === 200) expect(answer.body.Resources.length).toBeLessThanOrEqual(500);
        else
          expect([filter, refusalOf(answer as never)]).toEqual([
            filter,
            [400, expect.stringMatching(/invalid(?:Filter|Value|Syntax)/)],
          ]);
      }),
      { numRuns: HOSTILE_FILTERS, seed: 11 },
    );
  });
});
