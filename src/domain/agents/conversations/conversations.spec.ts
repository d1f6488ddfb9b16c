import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { admitted, MAX_BYTES, MAX_ROWS } from './allowance.js';
import { attachmentDisposition, distinctNames, mediaTypeOf, safeFileName } from './attachment-name.js';
import { knownOf, withoutUnusableText } from './transcript-event.js';
import { type FollowUp, settle, steersFor } from './follow-ups.js';
import { type LostRun, recoveryOf } from './lost-lease.js';
import { placementOf, titleOf } from './posting.js';
import { REPORTED_EVENT_SCHEMA, reportedEvent } from './reported-event.js';

const followUp = (id: string, more: Partial<FollowUp> = {}): FollowUp => ({
  id,
  targetTurnId: 't',
  offeredToTurnId: null,
  hasAttachments: false,
  ...more,
});

describe('where a message goes', () => {
  it.each([
    ['strict', false, 0, 'turn'],
    ['strict', true, 0, 'refused-busy'],
    ['strict', false, 1, 'refused-busy'],
    ['people', false, 0, 'turn'],
    ['people', true, 9, 'follow-up'],
    ['people', true, 10, 'refused-full'],
    ['people', false, 3, 'behind-the-oldest'],
  ] as const)('%s, busy %s, %i waiting: %s', (door, busy, joining, expected) => {
    expect(placementOf(door, { busy, joining })).toBe(expected);
  });
});

describe('who is steered', () => {
  it('are those aimed at the run, in order', () => {
    expect(steersFor('t', [followUp('a'), followUp('b')])).toEqual(['a', 'b']);
  });

  it('is nobody behind one with a file, one of an earlier run, or one offered to another', () => {
    for (const blocking of [
      { hasAttachments: true },
      { targetTurnId: 'earlier' },
      { targetTurnId: null },
      { offeredToTurnId: 'earlier' },
    ])
      expect(steersFor('t', [followUp('a', blocking), followUp('b')])).toEqual([]);
  });

  it('is nobody twice', () => {
    expect(steersFor('t', [followUp('a', { offeredToTurnId: 't' }), followUp('b')])).toEqual(['b']);
  });
});

describe('what becomes of follow-ups', () => {
  const offered = (id: string): FollowUp => followUp(id, { offeredToTurnId: 't' });

  it('is to be joined when the executor that was offered them says so, and the oldest of the rest runs', () => {
    const waiting = [offered('a'), offered('b'), followUp('c')];
    expect(settle('t', waiting, new Set(['a', 'c']))).toEqual({ joined: ['a'], promoted: 'b' });
    expect(settle('t', waiting, new Set())).toEqual({ joined: [], promoted: 'a' });
    expect(settle('t', [], new Set(['x']))).toEqual({ joined: [], promoted: null });
  });
});

describe('a lost lease', () => {
  const run: LostRun = {
    observable: false,
    requeued: false,
    received: true,
    unreceived: 0,
    abortRequested: false,
  };

  it.each([
    [{}, { to: 'queued', spends: 'requeue' }],
    [{ requeued: true }, { to: 'failed', code: 'agent_start_failed' }],
    [{ observable: true }, { to: 'failed', code: 'agent_restarted' }],
    [
      { received: false, requeued: true },
      { to: 'queued', spends: 'unreceived' },
    ],
    [
      { received: false, unreceived: 5 },
      { to: 'queued', spends: 'requeue' },
    ],
    [
      { received: false, unreceived: 5, requeued: true },
      { to: 'failed', code: 'agent_start_failed' },
    ],
    [{ abortRequested: true, observable: true }, { to: 'aborted' }],
  ] as const)('of %j means %j', (more, expected) => {
    expect(recoveryOf({ ...run, ...more })).toMatchObject(expected);
  });
});

describe('numbers of events', () => {
  it.each([
    [1, 3, 0, 0],
    [4, 2, 3, 0],
    [1, 3, 3, 3],
    [2, 3, 3, 2],
    [5, 1, 3, null],
    [1, 2, 9, 2],
  ])('from %i, %i of them, %i known: %s', (first, count, through, expected) => {
    expect(knownOf(first, count, through)).toBe(expected);
  });
});

describe('titles', () => {
  it.each([
    ['', undefined, null],
    [' \n ', 'a.txt', 'a.txt'],
    ['a\n\n b', 'a.txt', 'a b'],
    ['x'.repeat(80), undefined, 'x'.repeat(80)],
    [`${'x'.repeat(47)} ${'y'.repeat(60)}`, undefined, `${'x'.repeat(47)} ${'y'.repeat(31)}…`],
    [`${'x'.repeat(48)} ${'y'.repeat(60)}`, undefined, `${'x'.repeat(48)} ${'y'.repeat(30)}…`],
    [`${'x'.repeat(49)} ${'y'.repeat(60)}`, undefined, `${'x'.repeat(49)}…`],
    [`${'x'.repeat(79)} y`, undefined, `${'x'.repeat(79)}…`],
    [`${'x'.repeat(78)}😀😀`, undefined, `${'x'.repeat(78)}…`],
  ])('of %j with %j: %j', (message, file, expected) => {
    expect(titleOf(message, file)).toBe(expected);
    expect((titleOf(message, file) ?? '').length).toBeLessThanOrEqual(80);
  });
});

describe('names of files', () => {
  it.each([
    ['../../a.png', 'a.png'],
    ['C:\\x\\y.txt', 'C:-x-y.txt'],
    ['..', 'file'],
    ['', 'file'],
    ['\0\u0007 - .hidden. . ', 'hidden'],
    [`${'n'.repeat(200)}.tar`, `${'n'.repeat(96)}.tar`],
    [`${'n'.repeat(200)}.${'e'.repeat(10)}`, `${'n'.repeat(89)}.${'e'.repeat(10)}`],
    [`${'n'.repeat(200)}.${'e'.repeat(11)}`, 'n'.repeat(100)],
    [`${'n'.repeat(95)}..txt`, `${'n'.repeat(95)}..txt`],
    [`${'n'.repeat(96)}..txt`, `${'n'.repeat(96)}.txt`],
    ['-rf', 'rf'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['\u2066a\u2069\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u2067\u2068.\u2028t\u2029xt', 'a.txt'],
    ['שלום.txt', 'שלום.txt'],
  ])('%j is %j', (given, expected) => {
    expect(safeFileName(given)).toBe(expected);
    expect(safeFileName(given).length).toBeLessThanOrEqual(100);
  });

  it('are told apart without regard to case', () => {
    expect(distinctNames(['a.txt', 'A.TXT', 'a-2.txt', 'a.txt', 'b'])).toEqual([
      'a.txt',
      'A-2.TXT',
      'a-2-2.txt',
      'a-3.txt',
      'b',
    ]);
  });

  it('are told apart at their end where they are an extension and nothing else', () => {
    expect(distinctNames(['.env', '.env'])).toEqual(['.env', '.env-2']);
  });

  it('cannot end the header they stand in', () => {
    const header = attachmentDisposition('a"; x="\r\nä%.txt');
    expect(header).toBe(
      `attachment; filename="a_; x=_____.txt"; filename*=UTF-8''a%22%3B%20x%3D%22%0D%0A%C3%A4%25.txt`,
    );
  });

  it.each([
    [undefined, 'application/octet-stream'],
    ['Text/HTML; charset=x', 'text/html'],
    ['text', 'application/octet-stream'],
    ['a/b/c', 'application/octet-stream'],
    ['a/', 'application/octet-stream'],
    ['/b', 'application/octet-stream'],
    ['a/b', 'a/b'],
    [`a/${'b'.repeat(98)}`, `a/${'b'.repeat(98)}`],
    [`a/${'b'.repeat(99)}`, 'application/octet-stream'],
  ])('of type %j are %j', (header, expected) => {
    expect(mediaTypeOf(header)).toBe(expected);
  });
});

describe('what a run leaves behind', () => {
  const finished = { type: 'tool.finished', output: 'x'.repeat(100) } as const;

  it('is kept as it is until it is too much, then outputs are notes, and that is said once', () => {
    const first = admitted([finished, finished], { rows: MAX_ROWS - 1, bytes: 0 }, () => 100);
    expect(first.events).toEqual([finished, finished, expect.objectContaining({ type: 'notice' })]);
    const next = admitted([finished], first.spent, () => 10);
    expect(next.events).toEqual([{ type: 'tool.finished', output: '[100 characters left out]' }]);
    expect(admitted([finished], { rows: 0, bytes: MAX_BYTES }, () => 1).events).toHaveLength(2);
  });

  it('may be exactly as much as is allowed', () => {
    const rows = admitted([finished], { rows: MAX_ROWS - 1, bytes: 0 }, () => 1);
    const bytes = admitted([finished], { rows: 0, bytes: MAX_BYTES - 1 }, () => 1);
    for (const { events, spent } of [rows, bytes]) {
      expect(events).toEqual([finished]);
      expect(admitted([finished], spent, () => 1).events).toEqual([
        finished,
        expect.objectContaining({ type: 'notice' }),
      ]);
    }
  });

  it('keeps what is said when it is too much', () => {
    const said = { type: 'text', text: 'Done.' } as const;
    expect(admitted([said], { rows: MAX_ROWS + 1, bytes: 0 }, () => 1).events).toEqual([said]);
  });

  it('does not count what is not kept', () => {
    const spent = { rows: 1, bytes: 1 };
    expect(admitted([{ type: 'text.delta', text: 'x' }], spent, () => 5).spent).toEqual(spent);
  });
});

describe('what executors say', () => {
  it('is what is declared, and nothing else of it', () => {
    const sent = { type: 'tool.started', callId: 'c', name: 'n', input: { a: 1 }, seq: 9 };
    expect(reportedEvent(sent)).toEqual({ type: 'tool.started', callId: 'c', name: 'n', input: { a: 1 } });
    expect(reportedEvent({ ...sent, input: 'x'.repeat(5_000) })).toMatchObject({ type: 'tool.started' });
    for (const refused of [undefined, [], {}, { type: 'toString' }, { type: 7 }, { ...sent, callId: '' }])
      expect(reportedEvent(refused)).toBe('invalid');
  });

  it.each([
    [{ type: 'tool.started', callId: '\0', name: 'n' }, false],
    [{ type: 'tool.started', callId: '\0\0', name: 'n' }, false],
    [{ type: 'tool.started', callId: 'a\0', name: '\n' }, true],
    ...[
      ['0001-01-01T00:00:00Z', false],
      ['2026-01-01t00:00:00z', false],
      ['2026-01-01T00:00:00.1234567890Z', false],
      ['2026-01-01T00:00:00', false],
      ['2026-01-01T00:00:00.123456789+23:59', true],
    ].map(([expiresAt, fits]) => [{ type: 'approval.pending', description: '', expiresAt }, fits] as const),
  ] as const)('%j fits the schema only if it is taken: %j', (sent, fits) => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(REPORTED_EVENT_SCHEMA);
    expect(validate(sent)).toBe(fits);
    expect(typeof reportedEvent(withoutUnusableText(structuredClone(sent)))).toBe(fits ? 'object' : 'string');
  });

  it('can be stored whatever it holds', () => {
    const deep: Record<string, unknown> = {};
    let at = deep;
    for (let depth = 0; depth < 50_000; depth++) at = at.next = {};
    at['k\0'] = ['a\0b', '\ud800'];
    withoutUnusableText(deep);
    expect(at).toEqual({ k: ['ab', '\ufffd'] });
    expect(withoutUnusableText('\0x')).toBe('x');
    expect(withoutUnusableText([null, 7, true])).toEqual([null, 7, true]);
  });
});
