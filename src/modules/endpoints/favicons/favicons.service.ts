import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DestinationRefused } from '../../../kernel/egress/destination/destination-guard.js';
import { FairTurns } from '../../../kernel/scheduling/fair-turns.js';
import { currentAsker } from '../../../kernel/logging/request-context.js';
import { type Fetched, PublicFetch } from '../../../kernel/egress/public-fetch.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { sniffImageType } from '../../policy/agents/image-type.js';
import { SITE_NAME } from './dto/favicon.dto.js';
import { faviconErrors } from './favicon.errors.js';

export interface Favicon {
  contentType: string;
  bytes: Buffer;
}

/** A site without an icon is remembered too, or every page view would ask it again. */
type Remembered = Favicon | { none: true };

const LIMITS = { accept: 'image/*', bytes: 131_072, milliseconds: 5_000 };
const REDIRECTS = 3;
const CACHED_SITES = 1_000;
const CACHED_BYTES = 16_777_216;
/** What an entry costs besides its bytes. */
const ENTRY_BYTES = 1_024;
const DAY_MS = 86_400_000;
const RETRY_AFTER_MS = 600_000;
/** Anybody may ask for any site: this is how much of the machine and its network they get, addresses in turn. */
const FETCHES_AT_ONCE = { most: 6, reserve: 1 };
const FETCHES_WAITING = 100;
const ICO = Buffer.from([0, 0, 1, 0]);

/**
 * Icons of sites, asked of the sites themselves: no third party learns which services people connect. What comes
 * back is passed on only when its bytes are those of a picture that cannot carry scripts.
 */
@Injectable()
export class FaviconsService {
  private readonly log = new Logger(FaviconsService.name);
  private readonly turns = new FairTurns(FETCHES_AT_ONCE);
  private underWay = 0;
  /** One fetch a site at a time, however many ask (`fetch` of the cache joins them). */
  private readonly icons = new LRUCache<string, Remembered>({
    max: CACHED_SITES,
    maxSize: CACHED_BYTES,
    sizeCalculation: (icon) => ENTRY_BYTES + ('none' in icon ? 0 : icon.bytes.length),
    ttl: DAY_MS,
    fetchMethod: async (domain, _stale, { options }) => {
      const icon = await this.fetchOnce(domain);
      if ('none' in icon) options.ttl = RETRY_AFTER_MS;
      return icon;
    },
  });

  constructor(private readonly http: PublicFetch) {}

  /** Throws `502` when the site gives no icon. */
  async of(domain: string): Promise<Favicon> {
    const known = this.icons.get(domain);
    if (known === undefined && this.underWay >= FETCHES_WAITING)
      throw new AppError(faviconErrors.favicon_unavailable);
    const icon = known ?? (await this.icons.fetch(domain));
    if (icon === undefined || 'none' in icon) throw new AppError(faviconErrors.favicon_unavailable);
    return icon;
  }

  private async fetchOnce(domain: string): Promise<Remembered> {
    this.underWay += 1;
    try {
      const fetch = () => this.follow(new URL(`https://${domain}/favicon.ico`));
      return pictureOf(await this.turns.take(currentAsker(), fetch)) ?? { none: true };
    } catch (error) {
      const reason = error instanceof DestinationRefused ? error.reason : (error as Error).name;
      this.log.debug({ domain, reason }, 'icon could not be fetched');
      return { none: true };
    } finally {
      this.underWay -= 1;
    }
  }

  /** Redirects stay with named sites on https; each is judged like the first. */
  private async follow(start: URL): Promise<Fetched> {
    let url = start;
    for (let hop = 0; hop <= REDIRECTS; hop += 1) {
      const answer = await this.http.get(url, LIMITS);
      const location = answer.headers['location'];
      if (answer.status < 300 || answer.status >= 400 || typeof location !== 'string') return answer;
      url = new URL(location, url);
      if (!isSite(url)) throw new Error('The icon is redirected to what is no site');
    }
    throw new Error('The icon is redirected too often');
  }
}

function isSite({ protocol, hostname, port, username, password }: URL): boolean {
  return (
    protocol === 'https:' && port === '' && username === '' && password === '' && SITE_NAME.test(hostname)
  );
}

function pictureOf({ headers, bytes }: Fetched): Favicon | null {
  const declared = headers['content-type'];
  if (bytes === null || typeof declared !== 'string' || !/^image\//i.test(declared)) return null;
  const contentType = bytes.subarray(0, ICO.length).equals(ICO) ? 'image/x-icon' : sniffImageType(bytes);
  return contentType === null ? null : { contentType, bytes };
}
