import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import type { AccessRequest } from '../declaration/access-request.js';

/**
 * Whether a request named this server by something that can be nobody else's: an address, `localhost`, or a host the
 * operator configured. A page elsewhere can let its own name lead to this server (DNS rebinding); its requests are
 * then of the same origin for the browser and carry that name. Forwarded fields do not count: such a page may set them.
 */
@Injectable()
export class OwnNames {
  private readonly configured: ReadonlySet<string | null>;

  constructor({ apiUrl, appUrl }: Configuration) {
    this.configured = new Set(['localhost', nameOf(apiUrl), nameOf(appUrl)]);
  }

  isNamedBy({ headers }: Pick<AccessRequest, 'headers'>): boolean {
    const name = nameOf(`http://${headers.host ?? ''}`);
    return name !== null && (isIP(name) !== 0 || this.configured.has(name));
  }
}

/** As browsers compare names: without brackets, port and final dot; null when there is none. */
function nameOf(url: string): string | null {
  const name =
    URL.parse(url)
      ?.hostname.replace(/^\[(.*)\]$/, '$1')
      .replace(/\.$/, '') ?? '';
  return name === '' ? null : name;
}
