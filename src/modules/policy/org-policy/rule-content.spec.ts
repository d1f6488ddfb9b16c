import { describe, expect, it } from '@jest/globals';
import { flatRefusal as flat, refusalOf as refusal } from '../../../../test/harness/refusal-of.js';
import { network, publishedRule } from '../../../../test/harness/policy/published-rule.js';
import type { RuleTarget } from '../../../domain/decision/policy/model.js';
import type { DraftRule } from '../../foundation/policy-sets/draft/draft.js';
import type { CreateRuleRequest, UpdateRuleRequest } from './dto/rule-request.dto.js';
import { applyPatch, readNewRule, readRulePatch } from './rule-content.js';

const HOST = { kind: 'network', hostPattern: 'u.test' };
const CONNECTION = { kind: 'connection', connectionId: 'c' };
const STORED_CONNECTION: RuleTarget = { kind: 'connection', connectionId: 'c', tools: [] };
const FOLDERS = { folders: ['/a'] };
const BLOCK_MODIFIED = 'A block rule can have neither a rate limit nor an approval';
const HALF_LIMIT = 'rateLimit and rateLimitWindow go together';
const MISPLACED = 'A resource scope needs an allow rule with a connection target';

const created = (body: Partial<CreateRuleRequest>) =>
  readNewRule({ name: 'Rule', action: 'allow', targets: [HOST], ...body });

/** The stored rule after a PATCH. */
const patched = (stored: Partial<DraftRule>, body: UpdateRuleRequest): DraftRule =>
  applyPatch(publishedRule(stored), readRulePatch(body));

describe('a new rule (02 §7.2)', () => {
  it('is enabled, without description, limit, approval, conditions and identities unless told otherwise', () => {
    expect(created({})).toEqual({
      name: 'Rule',
      description: null,
      enabled: true,
      action: 'allow',
      rateLimit: null,
      rateLimitWindow: null,
      requireApproval: false,
      conditions: null,
      identities: [],
      targets: [network('u.test')],
    });
  });

  it('has what was said', () => {
    const said = { description: 'Why', enabled: false, requireApproval: true };
    expect(created({ ...said, rateLimit: 3, rateLimitWindow: 'day' })).toMatchObject({
      ...said,
      rateLimit: 3,
      rateLimitWindow: 'day',
    });
  });

  it.each([
    ['allow', 'allow', false],
    ['block', 'block', false],
    ['manual_approval', 'allow', true],
  ] as const)('of action %s is stored as %s, with an approval: %s (02 §7.3)', (action, stored, approval) => {
    expect(created({ action })).toMatchObject({ action: stored, requireApproval: approval });
  });

  it('of action rate_limit is an allow rule with its limit (02 §7.3)', () => {
    const limit = { rateLimit: 5, rateLimitWindow: 'hour' } as const;
    expect(created({ action: 'rate_limit', ...limit })).toMatchObject({ action: 'allow', ...limit });
  });

  it('names nobody twice, but a person and a group of the same id', () => {
    const user = { type: 'user', id: 'a' } as const;
    const group = { type: 'group', id: 'a' } as const;
    expect(created({ identities: [user, group, { ...user }] }).identities).toEqual([user, group]);
  });

  it.each<[string, Partial<CreateRuleRequest>, string]>([
    ['a limit without a window', { rateLimit: 1 }, HALF_LIMIT],
    ['a window without a limit', { rateLimitWindow: 'day' }, HALF_LIMIT],
    ['a limit on a block', { action: 'block', rateLimit: 1, rateLimitWindow: 'day' }, BLOCK_MODIFIED],
    ['half a limit on a block', { action: 'block', rateLimitWindow: 'day' }, BLOCK_MODIFIED],
    ['an approval on a block', { action: 'block', requireApproval: true }, BLOCK_MODIFIED],
    ['a resource scope without a connection', { conditions: FOLDERS }, MISPLACED],
    [
      'a resource scope on a block',
      { conditions: FOLDERS, action: 'block', targets: [CONNECTION] },
      MISPLACED,
    ],
  ])('with %s is refused flat', (_name, body, message) => {
    expect(refusal(() => created(body))).toEqual(flat(message));
  });

  it('may limit the resources of a connection among its targets (02 §6.8)', () => {
    expect(created({ conditions: FOLDERS, targets: [HOST, CONNECTION] }).conditions).toEqual(FOLDERS);
  });
});

describe('a PATCH by itself (02 §7.4, R19)', () => {
  it('says nothing of what it does not name', () => {
    expect(readRulePatch({ name: 'New' })).toEqual({ name: 'New', asksForRateLimit: false });
  });

  it.each([
    ['allow', { action: 'allow', asksForRateLimit: false }],
    ['block', { action: 'block', asksForRateLimit: false }],
    ['rate_limit', { action: 'allow', asksForRateLimit: true }],
    ['manual_approval', { action: 'allow', requireApproval: true, asksForRateLimit: false }],
  ] as const)('of action %s', (action, patch) => {
    expect(readRulePatch({ action })).toEqual(patch);
  });

  it('asks for an approval by its action, whatever it says besides', () => {
    expect(readRulePatch({ action: 'manual_approval', requireApproval: false }).requireApproval).toBe(true);
    expect(readRulePatch({ action: 'allow', requireApproval: false }).requireApproval).toBe(false);
  });

  it.each([
    ['null', null, null],
    ['an empty list', [], null],
    ['a resource scope', FOLDERS, FOLDERS],
  ])('reads conditions that are %s', (_name, conditions, stored) => {
    expect(readRulePatch({ conditions })).toEqual({ conditions: stored, asksForRateLimit: false });
  });

  it.each<[string, UpdateRuleRequest, string]>([
    ['a block with a limit', { action: 'block', rateLimit: 1 }, BLOCK_MODIFIED],
    ['a block with a window', { action: 'block', rateLimitWindow: 'day' }, BLOCK_MODIFIED],
    ['a block with an approval', { action: 'block', requireApproval: true }, BLOCK_MODIFIED],
    ['half a limit cleared', { rateLimit: null, rateLimitWindow: 'day' }, HALF_LIMIT],
    ['the other half cleared', { rateLimit: 1, rateLimitWindow: null }, HALF_LIMIT],
    ['a resource scope with a block', { conditions: FOLDERS, action: 'block' }, MISPLACED],
    ['a resource scope with targets of no connection', { conditions: FOLDERS, targets: [HOST] }, MISPLACED],
  ])('that is %s is refused flat', (_name, body, message) => {
    expect(refusal(() => readRulePatch(body))).toEqual(flat(message));
  });

  it.each<[string, UpdateRuleRequest]>([
    ['half a limit, the rule may have the other half', { rateLimit: 1 }],
    ['a cleared limit', { rateLimit: null, rateLimitWindow: null }],
    ['half a limit, cleared', { rateLimit: null }],
    ['a block without its limit', { action: 'block', rateLimit: null, rateLimitWindow: null }],
    ['a block without an approval', { action: 'block', requireApproval: false }],
    ['a resource scope, the rule may have the connection', { conditions: FOLDERS }],
    ['a resource scope with a connection', { conditions: FOLDERS, targets: [CONNECTION] }],
    [
      'a rate limit of which half is cleared: the merged rule tells',
      { action: 'rate_limit', rateLimit: 1, rateLimitWindow: null },
    ],
  ])('may be %s', (_name, body) => {
    expect(() => readRulePatch(body)).not.toThrow();
  });
});

describe('a rule after a PATCH (02 §7.4)', () => {
  const LIMITED = { rateLimit: 5, rateLimitWindow: 'hour' } as const;

  it('keeps what the patch does not name, and takes null for a value', () => {
    const stored = { description: 'Why', ...LIMITED, requireApproval: true };
    const after = patched(stored, { name: 'New', description: null });
    expect(after).toEqual(publishedRule({ ...stored, name: 'New', description: null }));
  });

  it('keeps what the patch leaves undefined', () => {
    expect(patched({ description: 'Why' }, { name: undefined, description: undefined })).toEqual(
      publishedRule({ description: 'Why' }),
    );
  });

  it('has the limit that was asked for by action, when it is whole', () => {
    expect(patched(LIMITED, { action: 'rate_limit' })).toMatchObject({ action: 'allow', ...LIMITED });
    expect(patched({}, { action: 'rate_limit', ...LIMITED })).toMatchObject(LIMITED);
    expect(patched(LIMITED, { rateLimit: 9 })).toMatchObject({ rateLimit: 9, rateLimitWindow: 'hour' });
  });

  it.each<[string, Partial<DraftRule>, UpdateRuleRequest, number, string]>([
    ['a limit by action that is nowhere', {}, { action: 'rate_limit' }, 400, 'policy_rate_limit_required'],
    [
      'a limit by action of which half is cleared',
      LIMITED,
      { action: 'rate_limit', rateLimit: null },
      400,
      'policy_rate_limit_required',
    ],
    ['half a limit', {}, { rateLimit: 1 }, 422, 'policy_rate_limit_incomplete'],
    ['a limit, half cleared', LIMITED, { rateLimitWindow: null }, 422, 'policy_rate_limit_incomplete'],
    ['a block that keeps its limit', LIMITED, { action: 'block' }, 422, 'policy_block_modified'],
    [
      'a block that keeps its approval',
      { requireApproval: true },
      { action: 'block' },
      422,
      'policy_block_modified',
    ],
    ['an approval of a block', { action: 'block' }, { requireApproval: true }, 422, 'policy_block_modified'],
    ['a resource scope without a connection', {}, { conditions: FOLDERS }, 422, 'policy_scope_misplaced'],
    [
      'a resource scope whose connection goes',
      { conditions: FOLDERS, targets: [STORED_CONNECTION] },
      { targets: [HOST] },
      422,
      'policy_scope_misplaced',
    ],
    [
      'a resource scope that becomes a block',
      { conditions: FOLDERS, targets: [STORED_CONNECTION] },
      { action: 'block' },
      422,
      'policy_scope_misplaced',
    ],
  ])('is refused with %s', (_name, stored, body, status, code) => {
    expect(refusal(() => patched(stored, body)).slice(0, 2)).toEqual([status, code]);
  });

  it('may keep a problem that it had before, but not get another', () => {
    const scoped = { conditions: FOLDERS, targets: [] };
    expect(patched(scoped, { name: 'New' }).name).toBe('New');
    expect(refusal(() => patched(scoped, { rateLimit: 1 }))[1]).toBe('policy_rate_limit_incomplete');
  });

  it('may be a block once its limit and approval go in the same patch', () => {
    const stored = { ...LIMITED, requireApproval: true };
    const body = { action: 'block', rateLimit: null, rateLimitWindow: null, requireApproval: false } as const;
    expect(patched(stored, body)).toEqual(publishedRule(body));
  });
});
