import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SeenRequest, Upstream } from './upstream.js';

type Answering = (seen: SeenRequest, response: ServerResponse) => void;

/** What providers of apps answer, by `host/path`; what is not named is 404. */
export class StandInProviders {
  private readonly answers = new Map<string, Answering>();

  constructor(readonly upstream: Upstream) {
    this.reset();
  }

  reset(): void {
    this.upstream.reset();
    this.answers.clear();
    this.upstream.answer = (_request: IncomingMessage, response, seen) => {
      const answer = this.answers.get(`${seen.host}${seen.url.split('?')[0]}`);
      if (answer === undefined) return void response.writeHead(404).end('{}');
      answer(seen, response);
    };
  }

  on(address: string, answer: Answering): this {
    this.answers.set(address, answer);
    return this;
  }

  /** Answers with this, whoever asks. */
  tells(address: string, body: unknown, status = 200): this {
    return this.on(address, (_seen, response) => json(response, status, body));
  }

  /** Requests seen since the last call, as `METHOD host/path`. */
  calls(): string[] {
    return this.upstream.seen.splice(0).map(({ method, host, url }) => `${method} ${host}${url}`);
  }
}

/** An OAuth server as far as a client sees it: consent gives a code, a code gives tokens once, refreshes rotate. */
export class StandInOAuth {
  private readonly codes = new Map<string, { redirectUri: string | null; challenge: string | null }>();
  private readonly refreshTokens = new Set<string>();
  private readonly accessTokens = new Set<string>();
  /** Replaces the answer of the token endpoint. */
  tokenAnswer: Answering | null = null;
  /** What else tokens come with. */
  more: Record<string, unknown> = {};

  constructor(
    providers: StandInProviders,
    tokenAddress: string,
    private readonly client: { id: string; secret: string },
  ) {
    providers.on(tokenAddress, (seen, response) => {
      if (this.tokenAnswer !== null) return this.tokenAnswer(seen, response);
      const fields = fieldsOf(seen);
      const fault = this.faultOf(seen, fields);
      if (fault !== null) return json(response, 400, { error: fault });
      json(response, 200, this.tokens());
    });
  }

  /** What the person's browser brings back from the provider's page. */
  consent(location: string): { state: string; query: string } {
    const asked = new URL(location).searchParams;
    const code = randomBytes(8).toString('hex');
    this.codes.set(code, {
      redirectUri: asked.get('redirect_uri'),
      challenge: asked.get('code_challenge'),
    });
    const state = asked.get('state') ?? '';
    return { state, query: new URLSearchParams({ code, state }).toString() };
  }

  /** A refresh token as a consent gave it some time ago. */
  grant(): string {
    const refresh = `refresh-${randomBytes(8).toString('hex')}`;
    this.refreshTokens.add(refresh);
    return refresh;
  }

  /** An access token as a consent gave it some time ago. */
  accessToken(): string {
    const token = `token-${randomBytes(8).toString('hex')}`;
    this.accessTokens.add(token);
    return token;
  }

  /** The person takes back what they allowed. */
  revoke(token: string): void {
    this.refreshTokens.delete(token);
    this.accessTokens.delete(token);
  }

  takes(authorization = ''): boolean {
    return this.accessTokens.has(authorization.replace(/^Bearer /, ''));
  }

  /** An API that takes its tokens and no others. */
  readonly api: Answering = ({ headers: { authorization } }, response) =>
    this.takes(authorization)
      ? json(response, 200, { ok: true })
      : json(response, 401, { error: 'the token is not valid' });

  private tokens(): Record<string, unknown> {
    return {
      access_token: this.accessToken(),
      refresh_token: this.grant(),
      token_type: 'Bearer',
      expires_in: 3600,
      ...this.more,
    };
  }

  /** RFC 6749 §5.2; a code and a refresh token work once. */
  private faultOf(seen: SeenRequest, fields: Record<string, string>): string | null {
    if (!this.knows(seen, fields)) return 'invalid_client';
    if (fields['grant_type'] === 'refresh_token')
      return this.refreshTokens.delete(fields['refresh_token'] ?? '') ? null : 'invalid_grant';
    const code = this.codes.get(fields['code'] ?? '');
    this.codes.delete(fields['code'] ?? '');
    if (code === undefined) return 'invalid_grant';
    if (fields['redirect_uri'] !== undefined && fields['redirect_uri'] !== code.redirectUri)
      return 'invalid_grant';
    const challenge = createHash('sha256')
      .update(fields['code_verifier'] ?? '')
      .digest('base64url');
    return code.challenge !== null && code.challenge !== challenge ? 'invalid_grant' : null;
  }

  private knows({ headers }: SeenRequest, fields: Record<string, string>): boolean {
    const { id, secret } = this.client;
    const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    return (
      headers.authorization === basic || (fields['client_id'] === id && fields['client_secret'] === secret)
    );
  }
}

export function fieldsOf({ headers, body }: SeenRequest): Record<string, string> {
  const text = body.toString();
  return headers['content-type']?.includes('json')
    ? (JSON.parse(text) as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(text));
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
