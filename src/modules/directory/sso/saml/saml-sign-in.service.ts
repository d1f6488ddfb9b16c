import { Injectable } from '@nestjs/common';
import { type Believed, checkAssertion, lastUse } from '../../../../domain/protocols/saml/assertion.js';
import { emailOf, nameOf } from '../../../../domain/protocols/saml/identity.js';
import { isTransient, subjectOf } from '../../../../domain/protocols/saml/name-id.js';
import { checkAnswer } from '../../../../domain/protocols/saml/response.js';
import { SKEW_MS } from '../../../../domain/protocols/saml/times.js';
import { attributeOf, type XmlElement } from '../../../../domain/protocols/saml/xml-element.js';
import { MetadataRefresh } from '../connections/metadata-refresh.js';
import type { AssertedIdentity } from '../sign-in/sessions/asserted-identity.js';
import { SeenOnce } from '../sign-in/sessions/seen-once.js';
import { SsoRefused } from '../sign-in/refusals/sso-refused.js';
import { postedText } from './message-text.js';
import { judging, judgingLong } from './refusals.js';
import type { SamlParties } from './saml-provider.js';
import { type SignedResponse, signedResponse } from './signatures/signed-response.js';
import { SignatureUnverified, signingKeysOf } from './signatures/signatures.js';

/** From the answer to one of our requests to who somebody is (05 §8.6 rules 7 and 8, §8.7). */
@Injectable()
export class SamlSignIn {
  constructor(
    private readonly seen: SeenOnce,
    private readonly refresh: MetadataRefresh,
  ) {}

  /** Throws `SsoRefused`. */
  async redeem(parties: SamlParties, posted: string, requestId: string): Promise<AssertedIdentity> {
    const { provider, urls } = parties;
    const expected = { provider: provider.entityId, self: urls.entityId, acsUrl: urls.acsUrl, requestId };
    const text = judging(() => postedText(posted));
    const { response, assertion } = await this.verified(parties, text, expected);
    await this.useOnce(provider.entityId, assertion);
    return judging(() => {
      checkAnswer(response, requestId);
      return identityOf(provider.entityId, checkAssertion(assertion, { ...expected, now: Date.now() }));
    });
  }

  /** A provider that changed its keys is asked for the new ones, and judged by them once more. */
  private async verified(
    { usable, provider }: SamlParties,
    text: string,
    expected: Parameters<typeof signedResponse>[1],
  ): Promise<SignedResponse> {
    const verify = (certificates: readonly { pem: string }[]) =>
      signedResponse(text, expected, signingKeysOf(certificates));
    try {
      return await verify(provider.certificates);
    } catch (error) {
      const published =
        error instanceof SignatureUnverified
          ? await this.refresh.afterSignatureFailure(usable.connection.id)
          : null;
      return judgingLong(async () => {
        if (published === null) throw error;
        return verify(published.certificates);
      });
    }
  }

  /** Before it is held against the request: a stolen assertion under a new sign-in is a replay (R36.7). */
  private async useOnce(issuer: string, assertion: XmlElement): Promise<void> {
    const { id, until } = judging(() => ({
      id: attributeOf(assertion, 'ID') ?? '',
      until: (lastUse(assertion) ?? Date.now()) + SKEW_MS,
    }));
    if (!(await this.seen.once(issuer, id, new Date(until))))
      throw new SsoRefused('sso_replay', 'The assertion was used before');
  }
}

function identityOf(issuer: string, believed: Believed): AssertedIdentity {
  const email = emailOf(believed);
  const { nameId, sessionIndex, sessionEndsAt } = believed;
  return {
    issuer,
    // Without an address nobody is signed in, so that the subject does not matter then.
    subject: isTransient(nameId) ? (email ?? '').toLowerCase() : subjectOf(nameId),
    email,
    emailVerified: true,
    name: nameOf(believed),
    providerSessionId: sessionIndex,
    idToken: null,
    sessionEndsAt: sessionEndsAt === null ? null : new Date(sessionEndsAt),
  };
}
