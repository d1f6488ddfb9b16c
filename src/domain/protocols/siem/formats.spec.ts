import { describe, expect, it } from '@jest/globals';
import {
  type AuditEvent,
  DECISIONS,
  decisionOf,
  type RequestEvent,
  type UnauthenticatedEvent,
} from './events.js';
import { exportedOf, lineOf } from './formats.js';
import { syslogFrame } from './syslog-message.js';

const REQUEST: RequestEvent = {
  stream: 'gateway',
  kind: 'request',
  id: 'e1',
  time: '2026-11-22T20:00:00.123456Z',
  organizationId: 'o1',
  workspaceId: 'w1',
  agentId: 'a1',
  method: 'POST',
  host: 'api.u.test:8443',
  path: '/v1/charges',
  provider: 'stripe',
  status: 200,
  latencyMs: 12,
  injectionCount: 1,
  llmHost: false,
  ruleId: 'r1',
  refusal: null,
  forwarded: true,
  details: { matched_rule_name: 'Payments', matched_rule_scope: 'organization' },
};
const UNKNOWN: UnauthenticatedEvent = {
  stream: 'gateway',
  kind: 'unauthenticated',
  id: 'e2',
  time: '2026-11-22T20:00:05.000Z',
  since: '2026-11-22T20:00:00.000Z',
  mode: 'connect',
  presented: false,
  clientAddress: '192.0.2.1',
  count: 7,
};
const ENTRY: AuditEvent = {
  stream: 'audit',
  kind: 'entry',
  id: 'e3',
  time: '2026-11-22T20:00:00.000001Z',
  organizationId: 'o1',
  workspaceId: null,
  partnerId: null,
  userId: 'u1',
  userEmail: 'ada@example.test',
  action: 'create',
  service: 'api-key',
  status: 'success',
  source: 'app',
  metadata: { apiKeyId: 'k1', name: 'CI' },
};

const ocsf = (event: Parameters<typeof exportedOf>[0]): any => exportedOf(event, 'ocsf', '1.2.3');
const refused = (status: number, decision?: string, more: Partial<RequestEvent> = {}): RequestEvent => ({
  ...REQUEST,
  status,
  refusal: 'a_code',
  forwarded: false,
  details: decision === undefined ? null : { decision },
  ...more,
});

describe('what became of a request', () => {
  it.each([
    [REQUEST, 'allowed'],
    [{ ...REQUEST, details: null }, 'allowed'],
    [refused(403, 'blocked'), 'blocked'],
    [refused(403, 'blocked_by_default_policy'), 'blocked'],
    [refused(405), 'blocked'],
    [refused(502), 'failed'],
    // The answer of an upstream that a hint took the place of.
    [refused(401, undefined, { forwarded: true }), 'allowed'],
    [refused(429, 'rate_limited'), 'rate_limited'],
    [refused(403, 'blocked', { details: { decision: 'blocked', cut: true } }), 'cut'],
    [refused(202, 'approval_pending', { refusal: null }), 'approval_pending'],
    [refused(403, 'approval_denied'), 'approval_denied'],
    [refused(202, 'approval_cancelled', { refusal: null }), 'approval_cancelled'],
    [{ ...REQUEST, details: { decision: 'approval_approved' } }, 'approval_approved'],
    [refused(502, 'approval_approved'), 'failed'],
    [refused(403, 'approval_approved'), 'blocked'],
    [UNKNOWN, 'unauthenticated'],
  ])('%#: %j is %s', (event, decision) => {
    expect(decisionOf(event)).toBe(decision);
    expect(DECISIONS).toContain(decision);
    expect(exportedOf(event, 'native', '1')).toEqual({ ...event, decision });
  });
});

describe('the Open Cybersecurity Schema Framework', () => {
  it('has what its classes require', () => {
    for (const event of [
      REQUEST,
      UNKNOWN,
      ENTRY,
      { ...ENTRY, service: 'member' },
      { ...ENTRY, service: 'auth', action: 'verify' },
    ]) {
      const made = ocsf(event);
      for (const field of ['category_uid', 'class_uid', 'activity_id', 'type_uid', 'severity_id', 'time'])
        expect([field, Number.isInteger(made[field])]).toEqual([field, true]);
      expect(made.type_uid).toBe(made.class_uid * 100 + made.activity_id);
      expect(Math.floor(made.class_uid / 1_000)).toBe(made.category_uid);
      expect(made.metadata).toMatchObject({
        version: '1.3.0',
        uid: event.id,
        product: { vendor_name: 'Credential Gateway', version: '1.2.3' },
      });
      const required: Record<number, string[]> = {
        3001: ['user'],
        3002: ['user', 'service'],
        3004: ['entity'],
        6003: ['actor', 'api', 'src_endpoint'],
      };
      expect(Object.keys(made)).toEqual(expect.arrayContaining(required[made.class_uid]!));
    }
  });

  it('says who asked which host for what, and what was decided by which rule', () => {
    expect(ocsf(REQUEST)).toMatchObject({
      class_uid: 6003,
      activity_name: 'Create',
      type_uid: 600301,
      time: Date.UTC(2026, 10, 22, 20, 0, 0, 123),
      status: 'Success',
      status_code: '200',
      duration: 12,
      action: 'Allowed',
      disposition_id: 1,
      actor: { app_uid: 'a1' },
      src_endpoint: { uid: 'a1' },
      dst_endpoint: { hostname: 'api.u.test', port: 8443 },
      api: { operation: 'POST', service: { name: 'stripe' }, response: { code: 200 } },
      http_request: { http_method: 'POST', url: { hostname: 'api.u.test', path: '/v1/charges' } },
      policy: { uid: 'r1', name: 'Payments' },
      metadata: { tenant_uid: 'o1', profiles: ['security_control'] },
      unmapped: { decision: 'allowed', workspace_id: 'w1', injection_count: 1 },
    });
    const blocked = ocsf(refused(403, 'blocked', { method: 'PURGE', ruleId: null }));
    expect(blocked).toMatchObject({
      activity_id: 99,
      activity_name: 'PURGE',
      status: 'Failure',
      status_detail: 'a_code',
      action: 'Denied',
      disposition: 'Blocked',
      severity: 'Medium',
    });
    expect(blocked).not.toHaveProperty('policy');
    expect(ocsf({ ...REQUEST, host: '[2001:db8::1]' }).dst_endpoint).toEqual({ hostname: '[2001:db8::1]' });
    expect(ocsf({ ...REQUEST, host: '[2001:db8::1]:81' }).dst_endpoint).toEqual({
      hostname: '[2001:db8::1]',
      port: 81,
    });
  });

  it('counts those nobody knows as failed log-ons', () => {
    expect(ocsf(UNKNOWN)).toMatchObject({
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      status_detail: 'no token',
      count: 7,
      disposition: 'Unauthorized',
      src_endpoint: { ip: '192.0.2.1' },
    });
  });

  it.each([
    ['api-key', 'create', 3004, 1],
    ['policy', 'publish', 3004, 3],
    ['app-connection', 'disconnect', 3004, 4],
    ['secret', 'redact', 3004, 99],
    ['member', 'create', 3001, 1],
    ['member', 'update', 3001, 99],
    ['auth', 'create', 3001, 1],
    ['auth', 'verify', 3002, 1],
    ['session', 'delete', 3002, 2],
  ])('an audit entry of %s %s is of class %i, activity %i', (service, action, classUid, activity) => {
    const made = ocsf({ ...ENTRY, service, action });
    expect([made.class_uid, made.activity_id]).toEqual([classUid, activity]);
    expect(made.actor).toEqual({
      user: expect.objectContaining({ uid: 'u1', email_addr: 'ada@example.test' }),
    });
    expect(made.unmapped).toMatchObject({ service, action, source: 'app', metadata: ENTRY.metadata });
  });

  it('names what an entry is about, and whom', () => {
    expect(ocsf(ENTRY).entity).toMatchObject({ type: 'api-key', uid: 'k1', name: 'CI' });
    expect(ocsf({ ...ENTRY, metadata: null, userId: null, userEmail: null })).toMatchObject({
      entity: { type: 'api-key', name: 'api-key' },
      actor: { app_name: 'app' },
    });
    const changed = { ...ENTRY, service: 'member', metadata: { userId: 'u2', email: 'bob@example.test' } };
    expect(ocsf(changed).user).toMatchObject({ uid: 'u2', email_addr: 'bob@example.test' });
    expect(ocsf({ ...ENTRY, service: 'auth', action: 'verify', status: 'failure' })).toMatchObject({
      status: 'Failure',
      severity: 'Medium',
    });
  });
});

describe('a line', () => {
  it('is ASCII without a line break, and reads back', () => {
    const event = { ...REQUEST, path: '/über\n\u2028\u{1f511}' };
    const line = lineOf(event);
    expect(line).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(line)).toEqual(event);
  });
});

describe('a message of syslog', () => {
  const origin = { hostname: 'a host\u00e9', processId: 12 };
  const messageOf = (event: Parameters<typeof syslogFrame>[0]): string => {
    const frame = syslogFrame(event, '{}', origin);
    const [, length, message] = /^(\d+) (.*)$/.exec(frame)!;
    expect(Buffer.byteLength(message!)).toBe(Number(length));
    return message!;
  };

  it('has the parts of RFC 5424', () => {
    expect(messageOf(REQUEST)).toBe(
      '<110>1 2026-11-22T20:00:00.123456Z ahost credential-gateway 12 gateway ' +
        '[gateway@32473 id="e1" organization="o1" decision="allowed"] {}',
    );
    expect(messageOf(ENTRY)).toContain(
      'audit [gateway@32473 id="e3" organization="o1" service="api-key" action="create"]',
    );
  });

  it('escapes what would end a value', () => {
    expect(messageOf({ ...REQUEST, organizationId: 'a"b]c\\d' })).toContain('organization="a\\"b\\]c\\\\d"');
  });

  it.each([
    [REQUEST, 6],
    [refused(403, 'blocked'), 4],
    [refused(202, 'approval_pending'), 5],
    [UNKNOWN, 4],
    [{ ...ENTRY, status: 'failure' as const }, 4],
  ])('%#: has its severity', (event, severity) => {
    expect(Number(/^<(\d+)>/.exec(messageOf(event))![1])).toBe(13 * 8 + severity);
  });
});

describe('whether a request succeeded', () => {
  const decided = (decision: string): RequestEvent => ({ ...REQUEST, details: { decision } });

  it.each([
    ['one that was allowed and answered', REQUEST, 'Success'],
    ['one that was answered with 399', { ...REQUEST, status: 399 }, 'Success'],
    ['one that was answered with 400', { ...REQUEST, status: 400 }, 'Failure'],
    ['one that was refused, whatever its status', decided('blocked'), 'Failure'],
    ['one that no upstream answered, whatever its status', decided('failed'), 'Failure'],
  ])('is said of %s', (_what, event, status) => {
    expect(ocsf(event)).toMatchObject({ status, status_id: status === 'Success' ? 1 : 2 });
  });

  it.each([
    [decided('blocked_by_default_policy'), 'blocked'],
    [refused(499), 'blocked'],
    [refused(500), 'failed'],
  ])('follows from %#: %s', (event, decision) => {
    expect(decisionOf(event)).toBe(decision);
  });

  it('comes with the code of a refusal, if there is one', () => {
    expect(ocsf(refused(403)).api.response).toEqual({ code: 403, error: 'a_code' });
    expect(ocsf(REQUEST).api.response).toEqual({ code: 200 });
  });
});

describe('whom an entry is about', () => {
  const account = (service: string, metadata: AuditEvent['metadata'], more: Partial<AuditEvent> = {}) =>
    ocsf({ ...ENTRY, service, action: 'update', metadata, ...more });

  it('is the account that changed, or the one that changed its own', () => {
    expect(account('member', { userId: 'u2' }).user).toMatchObject({ uid: 'u2' });
    expect(account('member', { email: 'b@example.test' }).user).toMatchObject({
      email_addr: 'b@example.test',
    });
    expect(account('auth', null).user).toMatchObject({ uid: 'u1' });
    expect(account('member', null).user).toMatchObject({ name: 'unknown' });
  });

  it('is done by a program where it is done by no person', () => {
    const byProgram = account('member', null, { userId: null, userEmail: null });
    expect(byProgram.actor).toEqual({ app_name: 'app' });
    expect(account('member', null, { userEmail: null }).actor.user).toMatchObject({ uid: 'u1' });
  });

  it('is remote where it signs in', () => {
    expect(ocsf(UNKNOWN).is_remote).toBe(true);
    expect(ocsf({ ...ENTRY, service: 'session', action: 'login' }).is_remote ?? true).toBe(true);
  });
});
