/** Slack as far as this server sees it: the Web API with its tokens and apps, behind an egress proxy. */
import { createHmac, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { SeenRequest, Upstream } from './upstream.js';

export interface SlackCallSeen {
  method: string;
  /** What its bearer said. */
  token: string;
  fields: Record<string, string>;
}

export interface SlackApp {
  id: string;
  teamId: string;
  clientId: string;
  clientSecret: string;
  signingSecret: string;
  manifest: any;
  botUserId: string;
  /** As long as it is installed. */
  botToken: string | null;
  deleted: boolean;
}

export interface SlackUser {
  id: string;
  email?: string;
  realName?: string;
}

type Answer = Record<string, unknown>;
export type SlackMethod = (call: SlackCallSeen, response: ServerResponse) => Answer | undefined;

const refused = (error: string): Answer => ({ ok: false, error });
const letters = (): string => randomBytes(6).toString('hex');
const id = (kind: string): string => kind + letters().toUpperCase();

export class StandInSlack {
  readonly calls: SlackCallSeen[] = [];
  readonly apps = new Map<string, SlackApp>();
  readonly users = new Map<string, SlackUser>();
  readonly teams = new Map<string, string>();
  /** Bodies that came to `hooks.slack.com`, in order. */
  readonly replies: { url: string; body: any }[] = [];
  /** Whatever is not of Slack. */
  elsewhere: (seen: SeenRequest, response: ServerResponse) => void = (_seen, response) =>
    void response.writeHead(404).end('{}');
  private readonly refreshTokens = new Map<string, string>();
  private readonly configTokens = new Map<string, string>();
  private readonly codes = new Map<string, string>();
  private readonly special = new Map<string, SlackMethod>();
  private readonly hosts = new Map<string, (seen: SeenRequest, response: ServerResponse) => void>();

  constructor(readonly upstream: Upstream) {
    upstream.answer = (_request, response, seen) => this.answer(seen, response);
    this.onHost('hooks.slack.com', (seen, response) => {
      this.replies.push({ url: seen.url, body: JSON.parse(seen.body.toString()) });
      response.end('ok');
    });
  }

  /** Answers this method in another way; undefined from it means that it has answered by itself, or never will. */
  on(method: string, answer: SlackMethod): this {
    this.special.set(method, answer);
    return this;
  }

  onHost(host: string, answer: (seen: SeenRequest, response: ServerResponse) => void): this {
    this.hosts.set(host, answer);
    return this;
  }

  /** Methods answer as in the beginning, and nothing has been asked; what there is stays. */
  settle(): void {
    this.special.clear();
    this.calls.length = 0;
    this.replies.length = 0;
  }

  /** The methods that were called since the last time, in order. */
  methods(): string[] {
    return this.calls.splice(0).map(({ method }) => method);
  }

  of(method: string): SlackCallSeen[] {
    return this.calls.filter((call) => call.method === method);
  }

  team(name = 'Acme'): string {
    const teamId = id('T');
    this.teams.set(teamId, name);
    return teamId;
  }

  user(email?: string, realName = 'Somebody'): string {
    const userId = id('U');
    this.users.set(userId, { id: userId, ...(email !== undefined && { email }), realName });
    return userId;
  }

  /** A refresh token for making apps, as an administrator copies it. */
  configurationToken(teamId: string): string {
    const token = `xoxe-1-${letters()}`;
    this.refreshTokens.set(token, teamId);
    return token;
  }

  /** Every configuration token given so far counts no more. */
  revokeConfiguration(): void {
    this.refreshTokens.clear();
    this.configTokens.clear();
  }

  /** An app as people make it by hand, installed. */
  installedApp(teamId: string, name = 'agent'): SlackApp & { botToken: string } {
    const app = this.newApp(teamId, { features: { bot_user: { display_name: name } } });
    return Object.assign(app, { botToken: `xoxb-${letters()}` });
  }

  /** What an administrator does at the consent page: installs the app and comes back. */
  consent(installUrl: string): URLSearchParams {
    const asked = new URL(installUrl).searchParams;
    const app = [...this.apps.values()].find(({ clientId }) => clientId === asked.get('client_id'))!;
    const code = letters();
    this.codes.set(code, app.id);
    return new URLSearchParams({ code, state: asked.get('state')! });
  }

  private answer(seen: SeenRequest, response: ServerResponse): void {
    const path = seen.url.split('?', 1)[0]!;
    if (seen.host === 'slack.com' && path.startsWith('/api/')) {
      const call = { method: path.slice(5), token: bearerOf(seen), fields: fieldsOf(seen) };
      this.calls.push(call);
      const answer = (this.special.get(call.method) ?? ((said) => this.ordinary(said)))(call, response);
      if (answer === undefined) return;
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify('ok' in answer ? answer : { ok: true, ...answer }));
    }
    (this.hosts.get(seen.host) ?? this.elsewhere)(seen, response);
  }

  /** What the method answers of itself. */
  ordinary(call: SlackCallSeen): Answer {
    const { method, token, fields } = call;
    if (method === 'tooling.tokens.rotate') return this.rotate(fields['refresh_token'] ?? '');
    if (method === 'oauth.v2.access') return this.redeem(fields);
    if (method.startsWith('apps.manifest.')) return this.manage(method, token, fields);
    const app = [...this.apps.values()].find(({ botToken }) => botToken !== null && botToken === token);
    if (method === 'auth.test') return this.identity(token, app);
    if (app === undefined) return refused('invalid_auth');
    if (method === 'bots.info') return { bot: { id: fields['bot'], app_id: app.id } };
    if (method === 'users.info') return this.person(fields['user'] ?? '', app);
    if (method === 'apps.uninstall') {
      if (fields['client_secret'] !== app.clientSecret) return refused('bad_client_secret');
      app.botToken = null;
    }
    return { ts: `${Date.now() / 1000}`, channel: fields['channel'] };
  }

  private rotate(refreshToken: string): Answer {
    const teamId = this.refreshTokens.get(refreshToken);
    if (teamId === undefined) return refused('invalid_refresh_token');
    this.refreshTokens.delete(refreshToken);
    const token = `xoxe.xoxp-1-${letters()}`;
    this.configTokens.set(token, teamId);
    const exp = Math.floor(Date.now() / 1000) + 43_200;
    return { token, refresh_token: this.configurationToken(teamId), team_id: teamId, exp };
  }

  private manage(method: string, token: string, fields: Record<string, string>): Answer {
    const teamId = this.configTokens.get(token);
    if (teamId === undefined) return refused('invalid_auth');
    if (method === 'apps.manifest.create') {
      const app = this.newApp(teamId, JSON.parse(fields['manifest']!));
      const { clientId, clientSecret, signingSecret } = app;
      return {
        app_id: app.id,
        credentials: {
          client_id: clientId,
          client_secret: clientSecret,
          verification_token: letters(),
          signing_secret: signingSecret,
        },
        oauth_authorize_url: 'https://slack.com/oauth/v2/authorize',
      };
    }
    const app = this.apps.get(fields['app_id'] ?? '');
    if (app === undefined || app.deleted || app.teamId !== teamId) return refused('app_not_found');
    if (method === 'apps.manifest.export') return { manifest: app.manifest };
    if (method === 'apps.manifest.update') app.manifest = JSON.parse(fields['manifest']!);
    if (method === 'apps.manifest.delete') app.deleted = true;
    return { app_id: app.id };
  }

  private newApp(teamId: string, manifest: unknown): SlackApp {
    const app: SlackApp = {
      id: id('A'),
      teamId,
      clientId: `${letters()}.${letters()}`,
      clientSecret: `client-${letters()}`,
      signingSecret: `signing-${letters()}`,
      manifest,
      botUserId: id('U'),
      botToken: null,
      deleted: false,
    };
    this.apps.set(app.id, app);
    return app;
  }

  private redeem(fields: Record<string, string>): Answer {
    const app = this.apps.get(this.codes.get(fields['code'] ?? '') ?? '');
    this.codes.delete(fields['code'] ?? '');
    if (app === undefined) return refused('invalid_code');
    if (fields['client_id'] !== app.clientId || fields['client_secret'] !== app.clientSecret)
      return refused('bad_client_secret');
    app.botToken = `xoxb-${letters()}`;
    return {
      app_id: app.id,
      access_token: app.botToken,
      token_type: 'bot',
      bot_user_id: app.botUserId,
      team: { id: app.teamId, name: this.teams.get(app.teamId) },
    };
  }

  private identity(token: string, app: SlackApp | undefined): Answer {
    const teamId = app?.teamId ?? this.configTokens.get(token);
    if (teamId === undefined) return refused('invalid_auth');
    const of = { team_id: teamId, team: this.teams.get(teamId) };
    if (app === undefined) return { ...of, user_id: 'UADMIN', user: 'admin' };
    const handle = app.manifest.features.bot_user.display_name.toLowerCase();
    return { ...of, user_id: app.botUserId, user: handle, bot_id: `B${app.id}` };
  }

  private person(userId: string, app: SlackApp): Answer {
    if (userId === app.botUserId) {
      const name = app.manifest.features.bot_user.display_name;
      return { user: { id: userId, is_bot: true, real_name: name, profile: { real_name: name } } };
    }
    const user = this.users.get(userId);
    if (user === undefined) return refused('user_not_found');
    const { email, realName } = user;
    return { user: { id: userId, team_id: app.teamId, real_name: realName, profile: { email } } };
  }
}

/** What Slack signs a request to this server with. */
export function signedBySlack(
  secret: string,
  body: string,
  seconds = Math.floor(Date.now() / 1000),
): Record<string, string> {
  const mac = createHmac('sha256', secret).update(`v0:${seconds}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': `${seconds}`, 'x-slack-signature': `v0=${mac}` };
}

function bearerOf({ headers }: SeenRequest): string {
  return headers.authorization?.replace(/^Bearer /, '') ?? '';
}

function fieldsOf({ headers, body, url }: SeenRequest): Record<string, string> {
  const query = Object.fromEntries(new URL(url, 'https://slack.com').searchParams);
  const text = body.toString();
  if (headers['content-type']?.includes('json')) return { ...query, ...JSON.parse(text) };
  return { ...query, ...Object.fromEntries(new URLSearchParams(text)) };
}
