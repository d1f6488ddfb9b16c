import { randomBytes, randomInt } from 'node:crypto';
import { expect } from '@jest/globals';
import { type Owner, signUpOwner } from '../people/accounts.js';
import { api, type Answer, type ApiClient } from '../clients/client.js';
import { administrationOf } from './directory.js';
import {
  base64,
  inflated,
  posted,
  responseXml,
  type Said,
  signed,
  type Signing,
  StandInSamlProvider,
} from './saml.js';
import type { TestServer } from '../server/server.js';

export const SAML_API = 'https://gateway.acme.test';
export const SAML_APP = 'https://dashboard.acme.test';
export const SAML_SETTINGS = {
  API_URL: SAML_API,
  APP_URL: SAML_APP,
  ENTERPRISE_ENABLED: 'true',
  TRUST_PROXY: '127.0.0.1',
};

export interface Begun {
  requestId: string;
  handle: string;
  cookie: string;
  url: URL;
}

/** An organization with a verified domain and a SAML connection. */
export class SamlStand {
  private constructor(
    readonly server: TestServer,
    readonly owner: Owner,
    readonly admin: ApiClient,
    readonly provider: StandInSamlProvider,
    readonly domain: string,
    readonly name: string,
    readonly connectionId: string,
  ) {}

  static async create(
    server: TestServer,
    provider: StandInSamlProvider,
    source: object = { metadataXml: provider.metadata() },
  ): Promise<SamlStand> {
    const owner = await signUpOwner(server);
    const admin = administrationOf(server, owner).session;
    const domain = `acme-${randomBytes(6).toString('hex')}.test`;
    await server.db.query(
      `INSERT INTO domains (organization_id, domain, verification_token, verified_at) VALUES ($1, $2, 'x', now())`,
      [owner.organizationId, domain],
    );
    const created = await admin.post('/v1/org/sso/connections', {
      type: 'saml',
      displayName: 'Okta',
      ...source,
    });
    expect([created.status, created.text]).toEqual([201, expect.any(String)]);
    return new SamlStand(server, owner, admin, provider, domain, created.body.providerName, created.body.id);
  }

  get path(): string {
    return `/v1/auth/sso/${this.name}`;
  }

  get acsUrl(): string {
    return `${SAML_API}${this.path}/acs`;
  }

  get entityId(): string {
    return `${SAML_API}${this.path}/metadata`;
  }

  someEmail(): string {
    return `p-${randomBytes(6).toString('hex')}@${this.domain}`;
  }

  /** A browser with an address of its own, so that throttles by address stay out of the way. */
  browser(cookie = ''): ApiClient {
    const address = `198.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`;
    const client = api(this.server).with({ 'x-forwarded-for': address });
    return cookie === '' ? client : client.with({ cookie });
  }

  async begin(query = ''): Promise<Begun> {
    const answer = await this.browser().get(`${this.path}/login${query}`);
    expect([answer.status, answer.headers.location]).toEqual([302, expect.stringContaining('/sso?')]);
    const url = new URL(String(answer.headers.location));
    const [, requestId] = / ID="([^"]+)"/.exec(inflated(url.searchParams.get('SAMLRequest')!))!;
    return {
      requestId: requestId!,
      handle: url.searchParams.get('RelayState')!,
      cookie: answer.cookies.join('; '),
      url,
    };
  }

  /** What a right answer to the request says. */
  said({ requestId }: Pick<Begun, 'requestId'>, more: Partial<Said> = {}): Said {
    return {
      issuer: this.provider.entityId,
      acsUrl: this.acsUrl,
      audience: this.entityId,
      requestId,
      email: this.someEmail(),
      ...more,
    };
  }

  /** A right answer, signed as it should be. */
  answer(begun: Begun, more: Partial<Said> = {}, signing: Partial<Signing> = {}): string {
    return signed(responseXml(this.said(begun, more)), { keyPem: this.provider.keys.keyPem, ...signing });
  }

  /** The browser posts it from the provider's site; `fields` win over the usual ones. */
  deliver(
    { handle, cookie }: Pick<Begun, 'handle' | 'cookie'>,
    xml: string,
    fields: Record<string, string> = {},
  ): Promise<Answer> {
    const form = { SAMLResponse: base64(xml), RelayState: handle, ...fields };
    return this.post('acs', posted(form), cookie);
  }

  post(endpoint: 'acs' | 'slo', body: string | Buffer, cookie = ''): Promise<Answer> {
    return this.browser(cookie)
      .with({
        'content-type': 'application/x-www-form-urlencoded',
        origin: this.provider.origin,
        'sec-fetch-site': 'cross-site',
      })
      .send('POST', `${this.path}/${endpoint}`, body);
  }
}

export function sessionOf(answer: Answer): string {
  return answer.cookies.find((cookie) => cookie.includes('cg_session=')) ?? '';
}

export function expectSignedIn(answer: Answer, at = '/'): string {
  expect([answer.status, answer.headers.location]).toEqual([302, `${SAML_APP}${at}`]);
  expect(sessionOf(answer)).not.toBe('');
  return sessionOf(answer);
}

export function expectRefused(answer: Answer, code: string): void {
  expect([answer.status, answer.headers.location]).toEqual([302, `${SAML_APP}/auth/login?error=${code}`]);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(sessionOf(answer)).toBe('');
}
