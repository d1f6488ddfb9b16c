import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { ProxyAgent, request } from 'undici';
import Provider from 'oidc-provider';
import type { Upstream } from '../upstreams/upstream.js';

export const PROVIDER = {
  issuer: 'https://id.provider.test',
  clientId: 'real-client',
  clientSecret: randomBytes(24).toString('hex'),
};

const HOST = 'id.provider.test';

/** A certified OpenID provider behind the upstream's names, with one client; whoever comes is who they say they are. */
export class RealProvider {
  private provider: Provider;

  constructor(
    private readonly upstream: Upstream,
    private readonly redirectUri: string,
  ) {
    this.provider = this.started();
    const before = upstream.answer;
    upstream.answer = (incoming, response, seen) => {
      if (seen.host !== HOST) return before(incoming, response, seen);
      const again = replayed(incoming, seen.body);
      return seen.url.startsWith('/interaction/')
        ? this.signIn(again, response)
        : this.provider.callback()(again, response);
    };
  }

  /** Starts again with keys of other ids. */
  rotate(): void {
    this.provider = this.started();
  }

  /** Walks a browser from the authorization request back to us: the parameters of the callback. */
  async consent(url: URL): Promise<URLSearchParams> {
    const agent = new ProxyAgent({
      uri: `http://127.0.0.1:${this.upstream.port}`,
      requestTls: { ca: this.upstream.authorityPem },
    });
    const cookies = new Map<string, string>();
    let at = url;
    for (let steps = 0; steps < 10 && at.host === HOST; steps++) {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const { statusCode, headers, body } = await request(at, { dispatcher: agent, headers: { cookie } });
      await body.dump();
      for (const set of [headers['set-cookie'] ?? []].flat()) {
        const [name, value] = set.split(';')[0]!.split('=');
        cookies.set(name!, value!);
      }
      if (headers.location === undefined) throw new Error(`The provider answered ${statusCode}`);
      at = new URL(String(headers.location), at);
    }
    await agent.destroy();
    return at.searchParams;
  }

  private started(): Provider {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const kid = randomBytes(4).toString('hex');
    const key = { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
    return new Provider(PROVIDER.issuer, {
      adapter: Memory,
      clients: [
        {
          client_id: PROVIDER.clientId,
          client_secret: PROVIDER.clientSecret,
          redirect_uris: [this.redirectUri],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
        Grant: 600,
      },
      findAccount: (_ctx: unknown, email: string) => ({
        accountId: email,
        claims: () => ({ sub: email, email, email_verified: true, name: 'Real Person' }),
      }),
    });
  }

  private async signIn(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await this.provider.interactionDetails(incoming, response);
    const accountId = params['login_hint']!;
    const grant = new this.provider.Grant({ accountId, clientId: PROVIDER.clientId });
    grant.addOIDCScope('openid email profile');
    const consent = { grantId: await grant.save() };
    await this.provider.interactionFinished(incoming, response, { login: { accountId }, consent });
  }
}

/** The request with its bytes, which the upstream has read. */
function replayed({ method, url, headers, socket }: IncomingMessage, body: Buffer): IncomingMessage {
  const bytes = Readable.from(body.length > 0 ? [body] : [], { objectMode: false });
  return Object.assign(bytes, {
    method,
    url,
    headers,
    socket,
    httpVersion: '1.1',
  }) as unknown as IncomingMessage;
}

type Stored = Record<string, unknown> & { uid?: string; grantId?: string };

/** Its own memory says on the console that it is none for production. */
class Memory {
  private readonly rows = new Map<string, Stored>();

  upsert(id: string, payload: Stored): void {
    this.rows.set(id, payload);
  }

  find(id: string): Stored | undefined {
    return this.rows.get(id);
  }

  findByUid(uid: string): Stored | undefined {
    return [...this.rows.values()].find((row) => row.uid === uid);
  }

  consume(id: string): void {
    this.rows.get(id)!['consumed'] = Math.floor(Date.now() / 1000);
  }

  destroy(id: string): void {
    this.rows.delete(id);
  }

  revokeByGrantId(grantId: string): void {
    for (const [id, row] of this.rows) if (row.grantId === grantId) this.rows.delete(id);
  }
}
