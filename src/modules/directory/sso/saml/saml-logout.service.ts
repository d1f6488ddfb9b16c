import { Injectable } from '@nestjs/common';
import { checkLogoutRequest, type AskedLogout } from '../../../../domain/protocols/saml/logout-request.js';
import { isTransient, subjectOf } from '../../../../domain/protocols/saml/name-id.js';
import { SamlRefused } from '../../../../domain/protocols/saml/saml-refused.js';
import { signedIdsOf } from '../../../../domain/protocols/saml/signature-shape.js';
import { SKEW_MS } from '../../../../domain/protocols/saml/times.js';
import { readXml } from '../../../../domain/protocols/saml/xml-document.js';
import type { XmlElement } from '../../../../domain/protocols/saml/xml-element.js';
import { SeenOnce } from '../sign-in/sessions/seen-once.js';
import type { BegunAt } from '../sign-in/sign-in-protocol.js';
import { SsoAttempts } from '../sign-in/refusals/sso-attempts.js';
import { SsoRefused } from '../sign-in/refusals/sso-refused.js';
import { SsoSessions } from '../sign-in/sessions/sso-sessions.js';
import { logoutResponse } from './logout-response.js';
import { postedText } from './message-text.js';
import { postedForm } from './posted-form.js';
import { formDecoded, isAnswer, redirectFields, signedRequestIn } from './redirect-binding.js';
import { judging, judgingLong } from './refusals.js';
import type { SamlParties } from './saml-provider.js';
import { SamlSigningKey } from './signatures/saml-signing-key.js';
import { signedElement, signingKeysOf } from './signatures/signatures.js';

interface VerifiedRequest {
  request: XmlElement;
  relayState: string | null;
}

/** What an identity provider logs out (05 §8.6 rule 9). Only a signed request is one. */
@Injectable()
export class SamlLogout {
  constructor(
    private readonly sessions: SsoSessions,
    private readonly seen: SeenOnce,
    private readonly attempts: SsoAttempts,
    private readonly key: SamlSigningKey,
  ) {}

  /**
   * Answers where the provider is told that it is done; null when it named no such place, and for its answer to a
   * request of ours, after which nothing is left to do. Throws `SsoRefused`.
   */
  byRedirect(parties: SamlParties, query: string): Promise<BegunAt | null> {
    return this.ended(parties, async () => {
      const fields = redirectFields(query);
      if (isAnswer(fields)) return null;
      const { RelayState: state } = fields;
      const text = signedRequestIn(fields, signingKeysOf(parties.provider.certificates));
      const request = readXml(text);
      signedIdsOf(request, 'LogoutRequest');
      return { request, relayState: state === undefined ? null : formDecoded(state) };
    });
  }

  /** The same for the body of a form. */
  byPost(parties: SamlParties, body: Buffer): Promise<BegunAt | null> {
    return this.ended(parties, async () => {
      const { SAMLRequest: posted, SAMLResponse: answer, RelayState: relayState } = postedForm(body);
      if (posted === null && answer !== null) return null;
      if (posted === null) throw new SamlRefused('it holds no request');
      const text = postedText(posted);
      const { message } = signedIdsOf(readXml(text), 'LogoutRequest');
      if (message === null) throw new SamlRefused('it is not signed');
      const { certificates, entityId } = parties.provider;
      const request = await signedElement(text, message, signingKeysOf(certificates), entityId);
      signedIdsOf(request, 'LogoutRequest');
      return { request, relayState };
    });
  }

  private ended(
    parties: SamlParties,
    verified: () => Promise<VerifiedRequest | null>,
  ): Promise<BegunAt | null> {
    const { usable, provider, urls } = parties;
    return this.attempts.audited(usable, async () => {
      const found = await judgingLong(verified);
      if (found === null) return null;
      const about = {
        provider: provider.entityId,
        self: urls.entityId,
        sloUrl: urls.sloUrl,
        now: Date.now(),
      };
      const asked = judging(() => checkLogoutRequest(found.request, about));
      if (!(await this.seen.once(provider.entityId, asked.id, new Date(asked.lastUse + SKEW_MS))))
        throw new SsoRefused('sso_replay', 'The request to log out was used before');
      await this.end(parties, asked);
      const { relayState } = found;
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
