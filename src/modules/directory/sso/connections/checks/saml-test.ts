import { Injectable } from '@nestjs/common';
import { UnusableMetadata } from '../provider/identity-provider-metadata.js';
import { CheckList } from './check-list.js';
import { clockProblem, statusProblem } from '../provider/checked-answer.js';
import { certificatesEndAt } from '../store/connection.view.js';
import type { IdentityProvider } from '../provider/identity-provider.js';
import { answered } from './oidc-test.js';
import { describedBy, SamlDescriptions, textOf } from '../provider/saml-descriptions.js';
import type { SsoConnectionEntity } from '../store/sso-connection.entity.js';

const SOON_MS = 30 * 24 * 60 * 60 * 1000;

/** Tries what a sign-in by SAML needs of the provider (05 §8.4): what is kept, and what is published now. */
@Injectable()
export class SamlTest {
  constructor(private readonly descriptions: SamlDescriptions) {}

  async run(connection: SsoConnectionEntity): Promise<CheckList> {
    const { metadataUrl, metadataXml } = connection;
    const checks = new CheckList();
    if (metadataUrl === null && metadataXml === null)
      return checks
        .add('metadata_present', 'Neither an address nor the metadata themselves are stored.')
        .skip('metadata_valid', 'signing_certificate', 'sso_endpoint');
    checks.add('metadata_present', null);
    const published = metadataUrl === null ? metadataXml : await this.fetched(metadataUrl, checks);
    if (published === null) {
      checks.skip('metadata_valid');
      return aboutProvider(checks, connection.identityProvider);
    }
    const provider = readable(published);
    checks.add('metadata_valid', typeof provider === 'string' ? provider : changeOf(connection, provider));
    return aboutProvider(checks, typeof provider === 'string' ? connection.identityProvider : provider);
  }

  private async fetched(url: string, checks: CheckList): Promise<string | null> {
    const answer = await answered(() => this.descriptions.fetchDocument(url));
    const problem = typeof answer === 'string' ? answer : statusProblem(answer);
    if (typeof answer === 'string' || problem !== null) {
      checks.add('metadata_reachable', problem);
      return null;
    }
    checks.add('metadata_reachable', clockProblem(answer));
    return textOf(answer.body);
  }
}

function readable(xml: string): IdentityProvider | string {
  try {
    return describedBy(xml);
  } catch (error) {
    if (error instanceof UnusableMetadata) return `${error.message}.`;
    throw error;
  }
}

/** Refused by the refresh as well, so that sign-ins go on failing until somebody looks (05 §8.6 rule 10). */
function changeOf({ identityProvider }: SsoConnectionEntity, now: IdentityProvider): string | null {
  if (identityProvider === null || identityProvider.entityId === now.entityId) return null;
  return 'They are of another entity id than the stored ones. If the provider was replaced, save the address again.';
}

function aboutProvider(checks: CheckList, provider: IdentityProvider | null): CheckList {
  if (provider === null) return checks.skip('signing_certificate', 'sso_endpoint');
  const end = certificatesEndAt({ identityProvider: provider });
  const left = end === null ? 0 : Date.parse(end) - Date.now();
  const ended = `The last signing certificate ended on ${end}: the provider is due to sign with another one.`;
  const soon = `The last signing certificate ends on ${end}; have its successor in the metadata before.`;
  checks.add('signing_certificate', left <= 0 ? ended : null, left < SOON_MS ? soon : null);
  return checks.add('sso_endpoint', null);
}
