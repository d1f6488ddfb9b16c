import type { Profile, SAML } from '@node-saml/node-saml';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { nameIdOf } from '../../../../domain/protocols/saml/name-id.js';
import type { UsableConnection } from '../connections/store/sso-connections.service.js';
import { postingPage } from '../sign-in/posting-page.js';
import {
  type BeginContext,
  type BegunAt,
  type SignInProtocol,
  SignInProtocols,
} from '../sign-in/sign-in-protocol.js';
import type { SsoSession } from '../sign-in/sessions/sso-sessions.js';
import { type SamlParties, SamlProviders } from './saml-provider.js';
import { SamlSigningKey } from './signatures/saml-signing-key.js';

/** What we ask of a SAML identity provider: to sign somebody in, and to sign them out (05 §8.6 rules 6 and 9). */
@Injectable()
export class SamlProtocol implements SignInProtocol, OnModuleInit {
  constructor(
    private readonly protocols: SignInProtocols,
    private readonly providers: SamlProviders,
    private readonly key: SamlSigningKey,
  ) {}

  onModuleInit(): void {
    this.protocols.register('saml', this);
  }

  async begin(usable: UsableConnection, { handle, requestId }: BeginContext): Promise<BegunAt> {
    const parties = this.providers.partiesOf(usable);
    const { signOn, wantsSignedRequests } = parties.provider;
    const asking = await this.speaking(parties, { requestId, signed: wantsSignedRequests });
    if (signOn.binding === 'redirect')
      return { redirect: await asking.getAuthorizeUrlAsync(handle, undefined, {}) };
    const fields = (await asking.getAuthorizeMessageAsync(handle)) as Record<string, string>;
    // Providers redirect on and on from their sign-on page, to hosts of their own choice.
    return { page: postingPage({ action: signOn.url, fields, leadsTo: null }) };
  }

  /** Null too for whom the provider named by a transient name: nothing that would mean them to it was kept. */
  async logoutUrl(
    usable: UsableConnection,
    { subject, providerSessionId }: SsoSession,
  ): Promise<string | null> {
    const parties = this.providers.partiesOf(usable);
    const name = nameIdOf(subject);
    if (parties.provider.singleLogout === null || name === null) return null;
    const asking = await this.speaking(parties, { signed: true });
    const leaving = {
      nameID: name.value,
      ...(name.format !== null && { nameIDFormat: name.format }),
      ...(name.nameQualifier !== null && { nameQualifier: name.nameQualifier }),
      ...(name.spNameQualifier !== null && { spNameQualifier: name.spNameQualifier }),
      ...(providerSessionId !== null && { sessionIndex: providerSessionId }),
    };
    return asking.getLogoutUrlAsync(leaving as Profile, '', {});
  }

  private async speaking(
    { provider, urls }: SamlParties,
    { requestId, signed }: { requestId?: string; signed: boolean },
  ): Promise<SAML> {
    const { SAML } = await import('@node-saml/node-saml');
    return new SAML({
      issuer: urls.entityId,
      callbackUrl: urls.acsUrl,
      entryPoint: provider.signOn.url,
      logoutUrl: provider.singleLogout ?? '',
      idpCert: provider.certificates.map(({ pem }) => pem),
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      // By HTTP-POST nothing is compressed (bindings §3.5.4).
      skipRequestCompression: provider.signOn.binding === 'post' && requestId !== undefined,
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      ...(requestId !== undefined && { generateUniqueId: () => requestId }),
      ...(signed && { privateKey: (await this.key.pair()).keyPem }),
    });
  }
}
