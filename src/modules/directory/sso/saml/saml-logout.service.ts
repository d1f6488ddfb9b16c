import { Injectable } from '@nestjs/common';
import { judgeLogoutRequest, type AskedLogout } from '../../../../domain/saml/logout-request.js';
import { isTransient, subjectOf } from '../../../../domain/saml/name-id.js';
import { SamlRefused } from '../../../../domain/saml/saml-refused.js';
import { signedIdsOf } from '../../../../domain/saml/signature-shape.js';
import { SKEW_MS } from '../../../../domain/saml/times.js';
import { readXml } from '../../../../domain/saml/xml-document.js';
import type { XmlElement } from '../../../../domain/saml/xml-element.js';
import { SeenOnce } from '../sign-in/seen-once.js';
import type { BegunAt } from '../sign-in/sign-in-protocol.js';
import { SsoAttempts } from '../sign-in/sso-attempts.js';
import { SsoRefused } from '../sign-in/sso-refused.js';
import { SsoSessions } from '../sign-in/sso-sessions.js';
import { logoutResponse } from './logout-response.js';
import { postedText } from './message-text.js';
import type { PostedSaml } from './posted-form.js';
import { formDecoded, type redirectFields, signedRequestIn } from './redirect-binding.js';
import { judging } from './refusals.js';
import type { SamlParties } from './saml-provider.js';
import { SamlSigningKey } from './saml-signing-key.js';
import { signedElement, signingKeysOf } from './signatures.js';

/** What an identity provider logs out (05 §8.6 rule 9). Only a signed request is one. */
@Injectable()
export class SamlLogout {
  constructor(
    private readonly sessions: SsoSessions,
    private readonly seen: SeenOnce,
    private readonly attempts: SsoAttempts,
    private readonly key: SamlSigningKey,
  ) {}

  /** Answers where the provider is told that it is done; null when it named no such place. Throws `SsoRefused`. */
  byRedirect(parties: SamlParties, fields: ReturnType<typeof redirectFields>): Promise<BegunAt | null> {
    return this.ended(parties, () => {
      const { RelayState: state } = fields;
      const text = signedRequestIn(fields, signingKeysOf(parties.provider.certificates));
      const request = readXml(text);
      signedIdsOf(request, 'LogoutRequest');
      return { request, relayState: state === undefined ? null : formDecoded(state) };
    });
  }

  byPost(parties: SamlParties, form: PostedSaml): Promise<BegunAt | null> {
    return this.ended(parties, () => {
      if (form.SAMLRequest === null) throw new SamlRefused('it holds no request');
      const text = postedText(form.SAMLRequest);
      const { message } = signedIdsOf(readXml(text), 'LogoutRequest');
      if (message === null) throw new SamlRefused('it is not signed');
      const request = signedElement(text, message, signingKeysOf(parties.provider.certificates));
      signedIdsOf(request, 'LogoutRequest');
      return { request, relayState: form.RelayState };
    });
  }

  private ended(
    parties: SamlParties,
    verified: () => { request: XmlElement; relayState: string | null },
  ): Promise<BegunAt | null> {
    const { usable, provider, urls } = parties;
    return this.attempts.audited(usable, async () => {
      const { asked, relayState } = judging(() => {
        const { request, relayState } = verified();
        const about = {
          provider: provider.entityId,
          self: urls.entityId,
          sloUrl: urls.sloUrl,
          now: Date.now(),
        };
        return { asked: judgeLogoutRequest(request, about), relayState };
      });
      if (!(await this.seen.once(provider.entityId, asked.id, new Date(asked.lastUse + SKEW_MS))))
        throw new SsoRefused('sso_replay', 'The request to log out was used before');
      await this.end(parties, asked);
      return logoutResponse(parties, { inResponseTo: asked.id, relayState }, await this.key.pair());
    });
  }

  /** A transient name was kept of nobody; its session was, if it has an index. */
  private async end(
    { usable, provider }: SamlParties,
    { nameId, sessionIndexes }: AskedLogout,
  ): Promise<void> {
    const { entityId: issuer } = provider;
    const subject = isTransient(nameId) ? null : subjectOf(nameId);
    const indexes = sessionIndexes.length === 0 ? [null] : sessionIndexes;
    for (const providerSessionId of indexes)
      await this.sessions.end(usable.connection.id, { issuer, subject, providerSessionId });
  }
}
