import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';

const TIMEOUT_MS = 5_000;

/** Asks name servers for TXT records; the only place that does (R36). */
@Injectable()
export class TxtRecords {
  private readonly servers: readonly string[];

  constructor({ dnsResolvers }: Configuration) {
    this.servers = dnsResolvers;
  }

  /**
   * The records of a name, the chunks of each joined. Whatever goes wrong there are none. A resolver of its own for
   * each question: it keeps nothing, and ends as a whole when its time is over, however many servers it would try.
   */
  async of(name: string): Promise<string[]> {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
    if (this.servers.length > 0) resolver.setServers(this.servers);
    const timer = setTimeout(() => resolver.cancel(), TIMEOUT_MS);
    try {
      return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''));
    } catch {
      return [];
    } finally {
      clearTimeout(timer);
    }
  }
}
