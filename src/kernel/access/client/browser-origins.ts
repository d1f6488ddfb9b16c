import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import type { AccessRequest } from '../declaration/access-request.js';
import { OwnNames } from './own-names.js';

/** Which browser origins may read our answers (01 §22.1) and send cookies along (01 §22.2, §11.3). */
@Injectable()
export class BrowserOrigins {
  private readonly configured: ReadonlySet<string>;
  private readonly own: string;
  private readonly anySameHost: boolean;
  private readonly any: boolean;
  /** Null for a server that was told no name of its own: then the one it is asked by has to do. */
  private readonly names: OwnNames | null;

  constructor(configuration: Configuration) {
    this.own = new URL(configuration.apiUrl).origin;
    this.configured = new Set([new URL(configuration.appUrl).origin, ...configuration.corsAllowedOrigins]);
    this.anySameHost = configuration.edition === 'onprem' && !configuration.appUrlConfigured;
    this.any = configuration.devTrustAnyOrigin && !configuration.production;
    this.names = configuration.apiUrlConfigured ? new OwnNames(configuration) : null;
  }

  /** Origins that get CORS headers. */
  isAllowed(origin: string, request: Pick<AccessRequest, 'headers'>): boolean {
    if (this.any || this.configured.has(origin)) return true;
    if (!this.anySameHost || this.names?.isNamedBy(request) === false) return false;
    return sameHostname(origin, request.headers.host ?? '');
  }

  /** Origins from which a cookie is believed: the allowed ones, and pages this server serves itself. */
  isTrusted(origin: string, request: Pick<AccessRequest, 'headers'>): boolean {
    return origin === this.own || this.isAllowed(origin, request);
  }
}

function sameHostname(origin: string, host: string): boolean {
  const page = URL.parse(origin);
  const server = URL.parse(`http://${host}`);
  if (page === null || server === null || page.origin !== origin) return false;
  return (
    ['http:', 'https:'].includes(page.protocol) && page.hostname !== '' && page.hostname === server.hostname
  );
}
