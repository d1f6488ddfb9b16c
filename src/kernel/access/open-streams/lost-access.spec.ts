import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import 'jose';
import { Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Configuration } from '../../config/configuration.js';
import type { Queryable } from '../../database/database.js';
import type { Epochs } from '../../database/epochs.js';
import type { Notifications } from '../../database/notifications.js';
import { AppError } from '../../errors/app-error.js';
import { platformErrors } from '../../errors/platform-errors.js';
import type { Authenticator } from '../credentials/authenticator.js';
import type { AccessRule } from '../declaration/access.decorator.js';
import { EndedSessions } from './ended-sessions.js';
import type { Watch } from './lost-access.js';
import { OpenStreams } from './open-streams.js';

// Behind `jose`: Jest has no ES module for the package that requires it while both are being linked.
const { LostAccess } = await import('./lost-access.js');
const { RenewedAccess } = await import('./renewed-access.js');

interface Timer {
  run: () => void;
  wait: number;
  cleared: boolean;
}

const SCOPE = { organizationId: 'o1', workspaceId: 'w1' };
const HOUR = 3_600_000;
const NOW = 1_000_000;

let timers: Timer[];
let raised: ((scope: string) => void)[];
let gaps: (() => void)[];
let ended: (payload: string) => void;
let announced: unknown[];
let looks: number;
let answer: () => Date | null;
let open: OpenStreams;
let access: InstanceType<typeof LostAccess>;
let sessions: EndedSessions;

beforeEach(() => {
  [timers, raised, gaps, announced, looks] = [[], [], [], [], 0];
  answer = () => null;
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  jest.spyOn(Date, 'now').mockImplementation(() => NOW);
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, wait: number) => {
    const timer = { run, wait, cleared: false, unref: () => timer };
    timers.push(timer);
    return timer;
  }) as never);
  jest.spyOn(globalThis, 'clearTimeout').mockImplementation(((timer?: Timer) => {
    if (timer) timer.cleared = true;
  }) as never);
  const listening = <T>(list: T[], fn: T): (() => void) => {
    list.push(fn);
    return () => void list.splice(list.indexOf(fn), 1);
  };
  const epochs = {
    onRaise: (fn: (scope: string) => void) => listening(raised, fn),
    onGap: (fn: () => void) => listening(gaps, fn),
  };
  sessions = new EndedSessions({
    subscribe: (channel: string, fn: (payload: string) => void) => {
      expect(channel).toBe('sessions_ended');
      ended = fn;
    },
  } as unknown as Notifications);
  const renewed = {
    require: () => {
      looks += 1;
      return Promise.resolve().then(answer);
    },
  };
  open = new OpenStreams({ limitStreams: 1 } as Configuration);
  access = new LostAccess(
    epochs as unknown as Epochs,
    sessions,
    renewed as unknown as InstanceType<typeof RenewedAccess>,
    open,
  );
});
afterEach(() => void jest.restoreAllMocks());

const byKey = {} as FastifyRequest;
const bySession = (expiresAt: number): FastifyRequest =>
  ({
    authenticated: { kind: 'session', session: { userId: 'u1', expiresAt: new Date(expiresAt) } },
  }) as FastifyRequest;

const waiting = () => timers.filter(({ cleared }) => !cleared);
/** Runs the only timer with that wait, and what it began. */
async function pass(wait: number): Promise<void> {
  const due = waiting().filter((timer) => timer.wait === wait);
  expect(due).toHaveLength(1);
  due[0]!.cleared = true;
  due[0]!.run();
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

describe('a held request', () => {
  it('is looked at a moment after it began, once for all that happens meanwhile', async () => {
    access.watch(SCOPE, byKey);
    for (const raise of raised) raise('org:o1');
    for (const gap of gaps) gap();
    expect(waiting().map(({ wait }) => wait)).toEqual([250]);
    await pass(250);
    expect([looks, waiting()]).toEqual([1, []]);
  });

  it.each<[string, () => void, number]>([
    ['something of its organization changed', () => raised.forEach((raise) => raise('org:o1')), 1],
    ['something of its workspace changed', () => raised.forEach((raise) => raise('ws:w1')), 1],
    ['something of another workspace changed', () => raised.forEach((raise) => raise('ws:w2')), 0],
    ['changes may have been missed', () => gaps.forEach((gap) => gap()), 1],
    ['a session of its person ended', () => ended('u1'), 1],
    ['sessions of uncounted people ended', () => ended(''), 1],
    ['a session of another person ended', () => ended('u2'), 0],
  ])('is looked at again when %s', async (_, happen, times) => {
    access.watch(SCOPE, bySession(NOW + HOUR));
    await pass(250);
    happen();
    expect(waiting().filter(({ wait }) => wait === 250)).toHaveLength(times);
  });

  it('by a key has no session that could end', async () => {
    access.watch(SCOPE, byKey);
    await pass(250);
    ended('u1');
    expect(waiting()).toEqual([]);
  });

  it('is looked at when its session ends by itself, at the time the last look gave', async () => {
    access.watch(SCOPE, bySession(NOW + HOUR));
    expect(waiting().map(({ wait }) => wait)).toEqual([HOUR, 250]);
    answer = () => new Date(NOW + 2 * HOUR);
    await pass(250);
    expect(waiting().map(({ wait }) => wait)).toEqual([2 * HOUR]);
    await pass(2 * HOUR);
    expect(waiting().map(({ wait }) => wait)).toEqual([250]);
  });

  it('waits no longer than a timer can, and not at all for what is over', () => {
    access.watch(SCOPE, bySession(NOW + 2 ** 33));
    expect(waiting()[0]!.wait).toBe(2 ** 31 - 1);
    access.follow(SCOPE, bySession(NOW - HOUR));
    expect(waiting().map(({ wait }) => wait)).toContain(0);
  });

  it('ends with the refusal', async () => {
    const watch = access.watch(SCOPE, byKey);
    const refusal = new AppError(platformErrors.invalid_credentials);
    answer = () => {
      throw refusal;
    };
    await pass(250);
    expect([watch.signal.aborted, watch.signal.reason, waiting()]).toEqual([true, refusal, []]);
  });

  it('goes on while the database does not answer, and is looked at a second later', async () => {
    const watch = access.watch(SCOPE, byKey);
    answer = () => {
      throw new Error('no database');
    };
    await pass(250);
    expect(watch.signal.aborted).toBe(false);
    answer = () => null;
    await pass(1_000);
    expect([looks, waiting()]).toEqual([2, []]);
  });

  it.each<[string, (request: FastifyRequest) => Watch]>([
    ['watched', (request) => access.watch(SCOPE, request)],
    ['followed', (request) => access.follow(SCOPE, request)],
  ])('that is %s is left alone after its end', async (_, begin) => {
    const watch = begin(bySession(NOW + HOUR));
    watch.stop();
    ended('u1');
    expect([waiting(), raised, gaps, open.of('o1')]).toEqual([[], [], [], 0]);
  });

  it('asks for nothing after an end during the look', async () => {
    const watch = access.watch(SCOPE, bySession(NOW + HOUR));
    answer = () => {
      watch.stop();
      return new Date(NOW + HOUR);
    };
    await pass(250);
    expect(waiting()).toEqual([]);
  });

  it('holds a place of its organization; what only follows holds none', () => {
    const watch = access.watch(SCOPE, byKey);
    access.follow(SCOPE, byKey);
    expect(open.of('o1')).toBe(1);
    expect(() => access.watch(SCOPE, byKey)).toThrow(expect.objectContaining({ code: 'limit_reached' }));
    watch.stop();
    expect(open.of('o1')).toBe(0);
  });
});

describe('the end of sessions', () => {
  it('is announced with the person, or for everybody', async () => {
    const queryable = {
      query: (...asked: unknown[]) => Promise.resolve(announced.push(asked)),
    } as unknown as Queryable;
    await sessions.announce(queryable, 'u1');
    await sessions.announce(queryable, null);
    expect(announced.map((asked) => (asked as unknown[])[1])).toEqual([
      ['sessions_ended', 'u1'],
      ['sessions_ended', ''],
    ]);
  });
});

describe('access that is asked for again', () => {
  const expiresAt = new Date(NOW);
  const rule: AccessRule = { as: ['session'], level: 'workspace' };

  function required(authenticated: object, accessRule: AccessRule | undefined = rule, refused = false) {
    const authenticator = {
      authenticate: () => Promise.resolve(authenticated),
      resolve: () => {
        if (refused) throw new AppError(platformErrors.invalid_credentials);
      },
    };
    const renewed = new RenewedAccess(authenticator as unknown as Authenticator);
    return renewed.require({ method: 'GET', headers: {}, query: {}, accessRule } as FastifyRequest);
  }
  const session = (needsSso: boolean) => ({ kind: 'session', session: { needsSso, expiresAt } });

  it('lasts as long as the session, and a key without an end', async () => {
    expect(await required(session(false))).toBe(expiresAt);
    expect(await required({ kind: 'key' })).toBeNull();
  });

  it('is refused where single sign-on is wanted by now, and where the place is lost', async () => {
    await expect(required(session(true))).rejects.toMatchObject({ code: 'sso_required' });
    await expect(required(session(false), rule, true)).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  });

  it('is a fault on a route without a rule', async () => {
    const renewed = new RenewedAccess({} as Authenticator);
    await expect(renewed.require({} as FastifyRequest)).rejects.toThrow('Nobody');
  });
});
