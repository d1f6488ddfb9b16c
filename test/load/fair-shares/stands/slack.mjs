/** Slack as far as one app of each organization needs it: its Web API behind an egress proxy, and events it signs. */
import { Buffer } from 'node:buffer';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { call, send } from '../asking.mjs';
import { Arrivals, listening, textOf } from './arrivals.mjs';

const letters = () => randomBytes(6).toString('hex').toUpperCase();

/** An organization belongs to one team. */
const teamOf = ({ organizationId }) =>
  `T${createHash('sha256').update(organizationId).digest('hex').slice(0, 10).toUpperCase()}`;

export class SlackStand {
  /** Of what is posted. */
  arrivals = new Arrivals();
  #apps = new Map();
  #servers = [];

  /** `issueLeaf` is of the authority that the server trusts. */
  start = async (issueLeaf) => {
    const { chainPem: cert, keyPem: key } = await issueLeaf('slack.com');
    const api = createTlsServer({ cert, key }, (request, response) => void this.#answer(request, response));
    const proxy = createServer((_request, response) => response.writeHead(502).end());
    proxy.on('connect', (_request, socket) => {
      socket.on('error', () => undefined).write('HTTP/1.1 200 Connection established\r\n\r\n');
      api.emit('connection', socket);
    });
    this.#servers.push(proxy);
    const environment = { GATEWAY_EGRESS_PROXY: `http://127.0.0.1:${await listening(proxy)}` };
    return { environment, stop: () => this.#servers.forEach((server) => server.close()) };
  };

  /** What of the app the organization needs, as plain data. */
  async attach(one, agent = one.hosted[0]) {
    const app = {
      id: `A${letters()}`,
      teamId: teamOf(one),
      botUserId: `U${letters()}`,
      user: `U${letters()}`,
      email: one.email,
      botToken: `xoxb-${letters()}`,
      signingSecret: `signing-${letters()}`,
    };
    this.#apps.set(app.botToken, app);
    const { id: appId, botToken, signingSecret } = app;
    const path = `/v1/agents/${agent.id}/channels/slack/complete`;
    await call(one, 'POST', path, { appId, botToken, signingSecret, appToken: 'xapp-1-of-nobody' });
    return app;
  }

  async #answer(request, response) {
    const text = await textOf(request).catch(() => '');
    const fields = request.headers['content-type']?.includes('json')
      ? JSON.parse(text || '{}')
      : Object.fromEntries(new URLSearchParams(text || request.url.split('?')[1]));
    const app = this.#apps.get(request.headers.authorization?.replace(/^Bearer /, ''));
    const method = request.url.split('?')[0].slice('/api/'.length);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: true, ...answerOf(method, fields, app) }));
    if (method === 'chat.postMessage' || method === 'chat.startStream') this.arrivals.arrived(fields.channel);
  }
}

function answerOf(method, fields, app) {
  if (app === undefined) return { ok: false, error: 'invalid_auth' };
  const { id, teamId, botUserId, user, email } = app;
  if (method === 'auth.test')
    return { team_id: teamId, team: 'Team', user_id: botUserId, user: 'agent', bot_id: `B${id}` };
  if (method === 'bots.info') return { bot: { id: fields.bot, app_id: id } };
  if (method !== 'users.info') return { ts: `${Date.now() / 1_000}`, channel: fields.channel };
  if (fields.user === botUserId)
    return { user: { id: botUserId, is_bot: true, real_name: 'agent', profile: { real_name: 'agent' } } };
  return { user: { id: user, team_id: teamId, real_name: 'Somebody', profile: { email } } };
}

/** A message that the person writes to the app directly, in a channel of this name. */
export async function writeTo({ api }, app, channel, text) {
  const event = {
    type: 'message',
    channel_type: 'im',
    channel,
    user: app.user,
    ts: `${Date.now() / 1_000}`,
    text,
  };
  const body = Buffer.from(
    JSON.stringify({ type: 'event_callback', api_app_id: app.id, event_id: `Ev${letters()}`, event }),
  );
  const seconds = Math.floor(Date.now() / 1_000);
  const mac = createHmac('sha256', app.signingSecret).update(`v0:${seconds}:${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-slack-request-timestamp': `${seconds}`,
    'x-slack-signature': `v0=${mac}`,
  };
  await send(api, 'POST', '/v1/channels/slack/events', headers, body);
}
