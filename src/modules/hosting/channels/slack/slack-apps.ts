import { Injectable } from '@nestjs/common';
import { objectOf, requiredText } from './slack-answer.js';
import { SlackApi } from './slack-api.js';

/** App-configuration tokens: what makes apps in one workspace for 12 hours, and what gets the next pair, once. */
export interface RotatedPair {
  readonly token: string;
  readonly refreshToken: string;
  readonly expiresAt: Date;
  readonly teamId: string;
}

/** An app that was just made. */
export interface CreatedApp {
  readonly appId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly signingSecret: string;
}

export interface AppClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What a consent gave. */
export interface InstalledApp {
  readonly appId: string;
  readonly botToken: string;
  readonly botUserId: string;
  readonly teamId: string;
}

const LIFETIME_SECONDS = 12 * 60 * 60;
/** A person waits. */
const PATIENCE_MS = 5_000;

/** Making, changing and removing apps, by the tokens of a workspace (04 §6.1, §6.2). */
@Injectable()
export class SlackApps {
  constructor(private readonly slack: SlackApi) {}

  /** Spends the refresh token. */
  async rotate(refreshToken: string): Promise<RotatedPair> {
    const method = 'tooling.tokens.rotate';
    const answer = await this.slack.call({
      method,
      fields: { refresh_token: refreshToken },
      patienceMs: PATIENCE_MS,
    });
    const exp = Number(answer['exp']);
    const seconds = Number.isInteger(exp) && exp > 0 ? exp : Date.now() / 1000 + LIFETIME_SECONDS;
    return {
      token: requiredText(method, answer, 'token'),
      refreshToken: requiredText(method, answer, 'refresh_token'),
      teamId: requiredText(method, answer, 'team_id'),
      expiresAt: new Date(seconds * 1000),
    };
  }

  async create(token: string, manifest: object): Promise<CreatedApp> {
    const method = 'apps.manifest.create';
    const answer = await this.slack.call({ method, token, fields: { manifest }, patienceMs: PATIENCE_MS });
    const credentials = objectOf(answer['credentials']);
    return {
      appId: requiredText(method, answer, 'app_id'),
      clientId: requiredText(method, credentials, 'client_id'),
      clientSecret: requiredText(method, credentials, 'client_secret'),
      signingSecret: requiredText(method, credentials, 'signing_secret'),
    };
  }

  async manifestOf(token: string, appId: string): Promise<Readonly<Record<string, unknown>>> {
    const fields = { app_id: appId };
    const answer = await this.slack.call({
      method: 'apps.manifest.export',
      token,
      fields,
      patienceMs: PATIENCE_MS,
    });
    return objectOf(answer['manifest']);
  }

  async change(token: string, appId: string, manifest: object): Promise<void> {
    const fields = { app_id: appId, manifest };
    await this.slack.call({ method: 'apps.manifest.update', token, fields, patienceMs: PATIENCE_MS });
  }

  async delete(token: string, appId: string): Promise<void> {
    const fields = { app_id: appId };
    await this.slack.call({ method: 'apps.manifest.delete', token, fields, patienceMs: PATIENCE_MS });
  }

  async install({ clientId, clientSecret }: AppClient, code: string): Promise<InstalledApp> {
    const method = 'oauth.v2.access';
    const fields = { client_id: clientId, client_secret: clientSecret, code };
    const answer = await this.slack.call({ method, fields, patienceMs: PATIENCE_MS });
    return {
      appId: requiredText(method, answer, 'app_id'),
      botToken: requiredText(method, answer, 'access_token'),
      botUserId: requiredText(method, answer, 'bot_user_id'),
      teamId: requiredText(method, objectOf(answer['team']), 'id'),
    };
  }

  async uninstall(botToken: string, { clientId, clientSecret }: AppClient): Promise<void> {
    const fields = { client_id: clientId, client_secret: clientSecret };
    await this.slack.call({ method: 'apps.uninstall', token: botToken, fields, patienceMs: PATIENCE_MS });
  }
}
