import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SessionPolicy } from '../../../../domain/decision/policy/model.js';
import {
  compileGrant,
  type ConnectionGrant,
  connectionGrantsIn,
  disconnecting,
  granting,
  renamingConnection,
} from './connection-grants.js';
import { append, defaultRule, type Draft } from '../draft/draft.js';
import { renamingAgent } from './grant-names.js';

const CATALOG = Array.from({ length: 350 }, (_, index) => `tool_${String(index).padStart(3, '0')}`);
const CONTEXT = { agentName: 'Bot', connectionName: 'Mail', tools: CATALOG };
const EMPTY: Draft = [defaultRule()];

function grantOf(more: Partial<ConnectionGrant> = {}): ConnectionGrant {
  return {
    agentId: 'a1',
    connectionId: 'c1',
    access: 'full',
    allow: [],
    ask: [],
    resources: null,
    ...more,
  };
}

const grants = fc
  .record({
    agentId: fc.constantFrom('a1', 'a2'),
    connectionId: fc.constantFrom('c1', 'c2'),
    resources: fc.constantFrom<SessionPolicy | null>(null, { repositories: ['o/a'] }, { folders: ['/'] }),
    marks: fc.array(fc.constantFrom('allow', 'ask', 'none'), { minLength: 350, maxLength: 350 }),
    sizes: fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 })),
  })
  .map(({ marks, sizes, ...rest }) => {
    const marked = (mark: string) => CATALOG.filter((_, index) => marks[index] === mark);
    const [allow, ask] = [marked('allow').slice(0, sizes[0]), marked('ask').slice(0, sizes[1])];
    return grantOf({ ...rest, access: allow.length + ask.length === 0 ? 'full' : 'custom', allow, ask });
  });

describe('how a connection grant compiles (02 §5.5)', () => {
  it('02 §5.5.3 lists over 100 tools become several targets of one rule', () => {
    const allow = CATALOG.slice(0, 200);
    const [first, others, rest] = compileGrant(grantOf({ access: 'custom', allow }), CONTEXT);
    const sizes = (rule: typeof first) =>
      rule!.targets.map((target) => (target.kind === 'connection' ? target.tools.length : -1));
    expect([sizes(first), sizes(others), sizes(rest)]).toEqual([[100, 100], [100, 50], [0]]);
  });

  it('property: what is written is read back, beside grants of others', () => {
    fc.assert(
      fc.property(fc.array(grants, { maxLength: 6 }), (written) => {
        let draft = EMPTY;
        const expected = new Map<string, ConnectionGrant>();
        for (const grant of written) {
          const before = draft;
          draft = granting(grant, CONTEXT)(draft);
          const key = `${grant.agentId} ${grant.connectionId}`;
          if (draft !== before) expected.delete(key);
          expected.set(key, grant);
          expect(granting(grant, CONTEXT)(draft)).toBe(draft);
        }
        expect(connectionGrantsIn(draft)).toEqual([...expected.values()]);
      }),
    );
  });

  it('property: every tool is allowed, asked for or blocked, each by the first rule that names it', () => {
    fc.assert(
      fc.property(grants, (grant) => {
        const rules = compileGrant(grant, CONTEXT);
        for (const tool of [...CATALOG, 'added_later']) {
          const decider = rules.find(({ targets }) =>
            targets.some(({ tools }: any) => tools.length === 0 || tools.includes(tool)),
          )!;
          const asks = grant.ask.includes(tool);
          const allows = grant.access === 'full' || grant.allow.includes(tool) || asks;
          expect([decider.action, decider.requireApproval ?? false]).toEqual([
            allows ? 'allow' : 'block',
            asks,
          ]);
          expect(decider.conditions ?? null).toEqual(allows ? grant.resources : null);
        }
      }),
    );
  });

  it('a tool the catalogue has gained is blocked by name when the grant is saved again', () => {
    const grant = grantOf({ access: 'custom', allow: ['tool_000'] });
    const old = granting(grant, { ...CONTEXT, tools: CATALOG.slice(0, 2) })(EMPTY);
    const now = granting(grant, CONTEXT)(old);
    expect(now).not.toBe(old);
    expect(connectionGrantsIn(now)).toEqual([grant]);
  });

  it('taking one away leaves everything else, rules by hand too', () => {
    const custom = {
      source: 'custom' as const,
      name: 'By hand',
      action: 'allow' as const,
      identities: [{ type: 'agent' as const, id: 'a1' }],
      targets: [{ kind: 'connection' as const, connectionId: 'c1', tools: [] }],
    };
    const all = [grantOf(), grantOf({ agentId: 'a2' }), grantOf({ connectionId: 'c2' })];
    const draft = all.reduce<Draft>(
      (before, grant) => granting(grant, CONTEXT)(before),
      append(EMPTY, [custom]),
    );
    const left = disconnecting('a1', 'c1')(draft);
    expect(connectionGrantsIn(left)).toEqual(all.slice(1));
    expect(left.some(({ name }) => name === 'By hand')).toBe(true);
    expect(disconnecting('a1', randomUUID())(draft)).toEqual(draft);
  });

  it('02 §5.5.2 names follow both renames, whatever the names hold', () => {
    const grant = grantOf({ access: 'custom', allow: ['tool_000'] });
    const context = { ...CONTEXT, agentName: 'A → B', connectionName: 'M (other tools)' };
    let draft = granting(grant, context)(EMPTY);
    draft = renamingConnection('c1', 'M (other tools)', 'N')(draft);
    draft = renamingAgent('a1', 'A → B', 'C')(draft);
    expect(draft.filter(({ source }) => source === 'grant').map(({ name }) => name)).toEqual([
      'C → N (allowed tools)',
      'C → N (other tools)',
      'C → N (everything else)',
    ]);
    expect(renamingConnection('c2', 'N', 'X')(draft)).toEqual(draft);
  });
});
