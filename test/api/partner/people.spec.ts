import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD, someAddress } from '../../harness/people/accounts.js';
import { api } from '../../harness/clients/client.js';
import {
  addMember,
  customer,
  enterPortal,
  makePartner,
  OPERATOR,
  operator,
  provide,
  someEmail,
  tokenIn,
  type TestPartner,
} from '../../harness/people/partners.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { startSmtpSink, type SmtpSink } from '../../harness/people/smtp-sink.js';
import { until } from '../../harness/time/until.js';

let server: TestServer;
let sink: SmtpSink;
let partner: TestPartner;

beforeAll(async () => {
  sink = await startSmtpSink();
  server = await startServer({
    ...OPERATOR,
    SMTP_URL: sink.url,
    MAIL_FROM: 'Gateway <gateway@example.test>',
  });
  partner = await makePartner(server);
});

afterAll(async () => {
  await server?.close();
  await sink?.close();
});

const refusal = (status: number, type: string) => ({ status, body: { error: { type } } });

describe('people of a partner (07 A12)', () => {
  it('07-19 do what their role allows, in every edition', async () => {
    const { portal } = await addMember(server, partner, 'member');
    const refused = await portal.post('/v1/partner/members', { email: someEmail(), role: 'member' });
    expect(refused).toMatchObject({ status: 403, body: { error: { message: 'Insufficient permissions' } } });
    expect((await portal.get('/v1/partner/audit-logs')).status).toBe(403);
    expect((await portal.post('/v1/partner/api-key/regenerate')).status).toBe(403);
    expect((await portal.post('/v1/partner/orgs', { name: 'By staff' })).status).toBe(201);
    expect((await portal.get('/v1/partner')).body.viewer).toMatchObject({ kind: 'member', role: 'member' });
  });

  it('07-20 keep their owner, and nobody else becomes one', async () => {
    const path = `/v1/partner/members/${partner.ownerUserId}`;
    const refused = refusal(403, 'authentication_error');
    expect(await partner.api.patch(`${path}/role`, { role: 'member' })).toMatchObject(refused);
    expect(await partner.api.delete(path)).toMatchObject(refused);
    const email = someEmail();
    for (const body of [{ email, role: 'owner' }, { email }, { email: 'nobody', role: 'admin' }])
      expect((await partner.api.post('/v1/partner/members', body)).body).toEqual({
        error: expect.any(String),
      });
    const added = await partner.api.post('/v1/partner/members', {
      email: ` ${email.toUpperCase()} `,
      role: 'admin',
    });
    expect(added).toMatchObject({ status: 201, body: { email, role: 'admin', state: 'invited' } });
    const rival = await makePartner(server, 'Rival');
    for (const { api: by } of [partner, rival]) {
      const again = await by.post('/v1/partner/members', { email, role: 'member' });
      expect(again.status).toBe(409);
      expect(again.body.error.message).toBe('This person already belongs to a partner');
    }
    expect((await rival.api.delete(`/v1/partner/members/${added.body.userId}`)).status).toBe(404);
  });

  it('keep their owner when the owner wants to end the account, until the operator ends the partner', async () => {
    const { id, name, ownerEmail, ownerUserId, ownerSetupUrl } = await makePartner(server, 'Owned');
    const portal = await enterPortal(server, ownerEmail, ownerSetupUrl!);
    const preview = (await portal.get('/v1/user/deletion-impact')).body;
    expect(preview.canDelete).toBe(false);
    expect(preview.blockers).toEqual([
      { organizationId: id, organizationName: name, reason: 'partner_owner', otherMembers: 0 },
    ]);
    expect(await portal.delete('/v1/user')).toMatchObject({
      status: 409,
      body: { error: expect.any(String) },
    });
    expect((await portal.get('/v1/partner')).body.viewer).toMatchObject({
      userId: ownerUserId,
      role: 'owner',
    });
    expect((await operator(server).delete(`/v1/operator/partners/${id}`)).status).toBe(204);
    expect((await portal.delete('/v1/user')).status).toBe(200);
  });

  it('go with their account where they own nothing', async () => {
    const { portal, userId } = await addMember(server, partner, 'admin');
    expect((await portal.delete('/v1/user')).status).toBe(200);
    const { body: members } = await partner.api.get('/v1/partner/members');
    expect(members.map((member: { userId: string }) => member.userId)).not.toContain(userId);
  });

  it('07-21 come in by their link, once, and nobody else by their address', async () => {
    const email = someEmail();
    const added = await partner.api.post('/v1/partner/members', { email, role: 'member' });
    const { setupUrl, userId } = added.body;
    expect(setupUrl).toMatch(/\/auth\/reset-password\?token=[0-9a-f]{64}$/);
    const from = api(server).with({ 'x-forwarded-for': someAddress() });
    const signUp = await from.post('/auth/sign-up/email', { name: 'Thief', email, password: PASSWORD });
    expect(signUp.status).toBeGreaterThanOrEqual(400);
    const link = `/v1/partner/members/${userId}/setup-link`;
    const second = await partner.api.post(link);
    const reset = (url: string) =>
      from.post('/auth/reset-password', { token: tokenIn(url), newPassword: PASSWORD });
    expect((await reset(setupUrl)).status).toBe(400);
    const portal = await enterPortal(server, email, second.body.setupUrl);
    expect((await reset(second.body.setupUrl)).status).toBe(400);
    expect(await partner.api.post(link)).toMatchObject({ status: 409 });
    const listed = (await partner.api.get('/v1/partner/members')).body;
    expect(listed[0]).toMatchObject({ role: 'owner' });
    expect(listed.find((member: { userId: string }) => member.userId === userId)).toMatchObject({
      state: 'active',
    });
    const sync = await portal.get('/v1/auth/session');
    expect(sync.body).toMatchObject({ email, hasOrg: false });
  });

  it('are bound by a change with their next request', async () => {
    const { userId, portal } = await addMember(server, partner, 'admin');
    const path = `/v1/partner/members/${userId}`;
    expect((await portal.get('/v1/partner/audit-logs')).status).toBe(200);
    expect((await partner.api.patch(`${path}/role`, { role: 'member' })).body).toEqual({ success: true });
    expect((await portal.get('/v1/partner/audit-logs')).status).toBe(403);
    expect((await partner.api.delete(path)).status).toBe(204);
    expect(await portal.get('/v1/partner')).toMatchObject(refusal(403, 'authentication_error'));
  });

  it('07 §A12.4 are mailed their link, and the answer has it too; nobody is mailed about a placeholder', async () => {
    const email = someEmail();
    const added = await partner.api.post('/v1/partner/members', { email, role: 'member' });
    const mailTo = (address: string) => sink.mails.filter(({ to }) => to.includes(address));
    await until(() => mailTo(email).length === 1);
    expect(mailTo(email)[0]!.text).toContain(added.body.setupUrl);
    const invited = someEmail();
    const { orgApiKey } = await provide(partner);
    const invitation = await api(server)
      .as(orgApiKey)
      .post('/v1/org/invitations', { email: invited, role: 'member' });
    expect(invitation.status).toBe(201);
    await until(() => mailTo(invited).length === 1);
    expect(mailTo(invited)[0]!.text).toContain('You are invited to join the organization "Acme"');
    expect(
      sink.mails.filter(({ text, to }) => `${text}${to.join()}`.includes('placeholder.invalid')),
    ).toEqual([]);
  });

  it('07 §A12.6 demote and remove themselves, unless they own it', async () => {
    const { portal, userId } = await addMember(server, partner, 'admin');
    const path = `/v1/partner/members/${userId}`;
    expect((await portal.patch(`${path}/role`, { role: 'member' })).status).toBe(200);
    expect((await portal.patch(`${path}/role`, { role: 'admin' })).status).toBe(403);
    const other = await addMember(server, partner, 'admin');
    expect((await other.portal.delete(`/v1/partner/members/${other.userId}`)).status).toBe(204);
    expect((await other.portal.get('/v1/partner')).status).toBe(403);
    expect((await other.portal.get('/v1/user')).status).toBe(200);
    for (const answer of [
      await partner.api.patch(`/v1/partner/members/${other.userId}/role`, { role: 'member' }),
      await partner.api.delete('/v1/partner/members/nobody'),
      await partner.api.post(`/v1/partner/members/${other.userId}/setup-link`),
    ])
      expect(answer).toMatchObject(refusal(404, 'not_found_error'));
  });

  it('07 §A2.7 write from their own pages only, while a key writes from everywhere', async () => {
    const { portal } = await addMember(server, partner, 'admin');
    const elsewhere = { origin: 'https://evil.example' };
    const forged = await portal.with(elsewhere).post('/v1/partner/orgs', { name: 'Forged' });
    expect(forged.status).toBe(403);
    expect((await partner.api.with(elsewhere).post('/v1/partner/orgs', { name: 'By key' })).status).toBe(201);
    const { body } = await partner.api.get('/v1/partner/orgs');
    expect(body.map(({ name }: { name: string }) => name)).not.toContain('Forged');
  });

  it('get no link to an account that an organization has a part in', async () => {
    const person = await customer(server);
    const email = someEmail();
    const [made] = await server.db.query<{ id: string }>(
      `INSERT INTO users (email, external_auth_id) VALUES ($1, 'cg:' || $1) RETURNING id`,
      [email],
    );
    await server.db.query(
      `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'admin')`,
      [person.organizationId, made!.id],
    );
    const added = await partner.api.post('/v1/partner/members', { email, role: 'member' });
    expect(added).toMatchObject({ status: 201, body: { setupUrl: null } });
    expect((await partner.api.post(`/v1/partner/members/${made!.id}/setup-link`)).status).toBe(409);
    // Entered by Google, and signed out of again.
    const google = await partner.api.post('/v1/partner/members', { email: someEmail(), role: 'member' });
    await server.db.query(
      `INSERT INTO linked_sign_ins (provider, subject, user_id) VALUES ('google', 'subject', $1)`,
      [google.body.userId],
    );
    expect((await partner.api.post(`/v1/partner/members/${google.body.userId}/setup-link`)).status).toBe(409);
    const redeemed = { token: tokenIn(google.body.setupUrl), newPassword: PASSWORD };
    expect((await api(server).post('/auth/reset-password', redeemed)).status).toBe(400);
    // Taken in by an organization after the link was made.
    const later = someEmail();
    const { userId, setupUrl } = (
      await partner.api.post('/v1/partner/members', { email: later, role: 'member' })
    ).body;
    await server.db.query(
      `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
      [person.organizationId, userId],
    );
    const body = { token: tokenIn(setupUrl), newPassword: PASSWORD };
    expect((await api(server).post('/auth/reset-password', body)).status).toBe(400);
  });
});

describe('the trail of a partner (07 A14)', () => {
  it('has each write once, and the customer’s names nobody of the staff', async () => {
    const made = await makePartner(server, 'Audited');
    const { organizationId, orgApiKey } = await provide(made);
    const path = `/v1/partner/orgs/${organizationId}`;
    await made.api.post(`${path}/claim-link`);
    const { id } = (await made.api.post(`${path}/projects`, { name: 'Second' })).body;
    await made.api.delete(`${path}/projects/${id}`);
    const { portal, userId } = await addMember(server, made, 'admin');
    await portal.post(`${path}/rotate-tokens`);
    await made.api.patch(`/v1/partner/members/${userId}/role`, { role: 'member' });
    await made.api.delete(`/v1/partner/members/${userId}`);
    const named = (entries: Record<string, string>[]) =>
      entries.map(({ service, action }) => `${service} ${action}`);
    const { data } = (await made.api.get('/v1/partner/audit-logs')).body;
    expect(named(data)).toEqual([
      'partner-member delete',
      'partner-member update',
      'api-key regenerate',
      'partner-member create',
      'partner update',
      'organization create',
      'partner create',
    ]);
    const rows = await server.db.query<Record<string, string>>(
      `SELECT service, action, user_email, source FROM audit_log WHERE organization_id = $1 AND source = 'partner'
       ORDER BY created_at DESC`,
      [organizationId],
    );
    // What was said of the second project went with it.
    expect(named(rows)).toEqual([
      'api-key regenerate',
      'workspace delete',
      'partner update',
      'organization create',
    ]);
    expect(new Set(rows.map((row) => row['user_email']))).toEqual(new Set(['Audited']));
    expect(JSON.stringify(data)).not.toContain(orgApiKey);
  });
});

describe('the operator (07 A3)', () => {
  it('07-23 makes partners, suspends them and lets them go on', async () => {
    const made = await makePartner(server, 'Made');
    const path = `/v1/operator/partners/${made.id}`;
    expect((await made.api.get('/v1/partner')).body).toMatchObject({
      id: made.id,
      name: 'Made',
      status: 'active',
      viewer: { kind: 'key', userId: null, email: null, role: 'admin' },
    });
    const portal = await enterPortal(server, made.ownerEmail, made.ownerSetupUrl!);
    expect((await operator(server).post(`${path}/owner-setup-link`)).status).toBe(409);
    await operator(server).patch(path, { status: 'suspended' });
    for (const by of [made.api, portal])
      expect(await by.get('/v1/partner')).toMatchObject(refusal(403, 'authentication_error'));
    await operator(server).patch(path, { status: 'active' });
    expect((await portal.get('/v1/partner')).status).toBe(200);
    const { partnerApiKey } = (await operator(server).post(`${path}/rotate-key`)).body;
    expect((await made.api.get('/v1/partner')).status).toBe(401);
    const fresh = api(server).as(partnerApiKey);
    const regenerated = await fresh.post('/v1/partner/api-key/regenerate');
    expect(regenerated.status).toBe(200);
    expect((await fresh.get('/v1/partner')).status).toBe(401);
    const log = await portal.get('/v1/partner/audit-logs');
    expect(
      log.body.data.map(({ service, action }: Record<string, string>) => `${service} ${action}`),
    ).toEqual([
      'api-key regenerate',
      'api-key regenerate',
      'partner update',
      'partner update',
      'partner create',
    ]);
    expect(log.body.nextCursor).toBeNull();
  });

  it('is refused what cannot be', async () => {
    const { ownerEmail } = await makePartner(server, 'Taken');
    const post = (body: object) => operator(server).post('/v1/operator/partners', body);
    expect((await post({ name: 'X', ownerEmail })).status).toBe(409);
    expect((await post({ name: 'X', ownerEmail: someEmail(), slug: 'taken' })).status).toBe(409);
    expect((await post({ name: 'Taken', ownerEmail: someEmail() })).body.partner.slug).toMatch(
      /^taken-[a-z]{6}$/,
    );
    for (const body of [{ name: ' ' }, { name: 'X' }, { name: 'X', ownerEmail: someEmail(), slug: 'No!' }])
      expect((await post(body)).body).toEqual({ error: expect.any(String) });
    expect((await operator(server).get('/v1/operator/partners/nothing')).status).toBe(404);
    expect((await operator(server).patch(`/v1/operator/partners/${partner.id}`, {})).status).toBe(400);
  });

  it('deletes a partner: customers keep what is theirs', async () => {
    const made = await makePartner(server, 'Going');
    const [open, taken] = [await provide(made), await provide(made)];
    const person = await customer(server);
    await person.session.post('/v1/claims', { token: tokenIn(taken.claimUrl), partnerKeys: 'keep' });
    const path = `/v1/operator/partners/${made.id}`;
    expect((await operator(server).get(path)).body).toMatchObject({
      organizations: { unclaimed: 1, claimed: 1, detached: 0 },
      members: 1,
      secrets: 0,
    });
    expect((await operator(server).delete(path)).status).toBe(409);
    expect((await operator(server).delete(`${path}?deleteUnclaimed=true`)).status).toBe(204);
    expect((await made.api.get('/v1/partner')).status).toBe(401);
    expect((await api(server).as(open.orgApiKey).get('/v1/org')).status).toBe(401);
    expect((await api(server).as(taken.orgApiKey).get('/v1/org')).status).toBe(200);
    expect((await operator(server).get(path)).status).toBe(404);
  });
});
