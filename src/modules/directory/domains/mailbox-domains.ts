import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { parse } from 'tldts';
import { configFile } from '../../../kernel/config/kinds/config-files.js';
import { Configuration } from '../../../kernel/config/configuration.js';

interface Listed {
  /** Names that belong to a provider below every public suffix: `yahoo` is yahoo.com, yahoo.co.uk and so on. */
  everyCountry: string[];
  domains: string[];
}

/** Domains on which anybody can have a mailbox, so that nobody can own them (05 §6.3.2). */
@Injectable()
export class MailboxDomains {
  private readonly everyCountry: ReadonlySet<string>;
  private readonly domains: ReadonlySet<string>;

  constructor({ ssoBlockedEmailDomains }: Configuration) {
    const listed = JSON.parse(readFileSync(configFile('mailbox-domains.json'), 'utf8')) as Listed;
    this.everyCountry = new Set(listed.everyCountry);
    this.domains = new Set([...listed.domains, ...ssoBlockedEmailDomains]);
  }

  has(domain: string): boolean {
    if (this.domains.has(domain)) return true;
    const { domain: registrable, domainWithoutSuffix } = parse(domain);
    return registrable === domain && this.everyCountry.has(domainWithoutSuffix ?? '');
  }
}
