import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type EnvHttpProxyAgent, request } from 'undici';
import { Configuration } from '../../../kernel/config/configuration.js';
import { providerDispatcher } from '../../../kernel/egress/provider-dispatcher.js';

/** Where OpenAI OAuth tokens are refreshed (02 §3.5); tests point it at a loopback address. */
export const OPENAI_TOKEN_URL = Symbol('OPENAI_TOKEN_URL');
export const OPENAI_TOKEN_URL_DEFAULT = 'https://auth.openai.com/oauth/token';

const CLIENT_ID = 'app_EMoamEEZ73f0CkXaXp7hrann';
const TIMEOUT_MS = 10_000;

export interface RotatedTokens {
  accessToken: string;
  refreshToken?: string;
  idToken?: string;
}

/** Trades a refresh token for new tokens, through the operator's egress proxy and roots (R24.12). */
@Injectable()
export class OpenAiTokenEndpoint implements OnModuleDestroy {
  private readonly dispatcher: EnvHttpProxyAgent;

  constructor(
    configuration: Configuration,
    @Inject(OPENAI_TOKEN_URL) private readonly url: string,
  ) {
    this.dispatcher = providerDispatcher(configuration);
  }

  /** Throws when the endpoint refuses, answers something else, or takes longer than 10 s. */
  async refresh(refreshToken: string): Promise<RotatedTokens> {
    const form = { client_id: CLIENT_ID, grant_type: 'refresh_token', refresh_token: refreshToken };
    const { statusCode, body } = await request(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      dispatcher: this.dispatcher,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (statusCode !== 200) {
      await body.dump();
      throw new Error(`the token endpoint answered ${statusCode}`);
    }
    return readTokens(await body.json());
  }

  async onModuleDestroy(): Promise<void> {
    await this.dispatcher.close();
  }
}

function readTokens(answer: unknown): RotatedTokens {
  const fields = (answer ?? {}) as Record<string, unknown>;
  const accessToken = text(fields['access_token']);
  if (accessToken === undefined) throw new Error('the token endpoint answered without an access token');
  return { accessToken, refreshToken: text(fields['refresh_token']), idToken: text(fields['id_token']) };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
