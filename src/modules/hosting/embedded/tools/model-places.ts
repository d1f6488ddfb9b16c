import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { HostList } from '../../../../kernel/egress/destination/host-list.js';

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Model servers of the operator's own that stand inside, or are spoken to without TLS: what was opened for questions to
 * models is no destination of the tool `http_request` (04 §11.2.3).
 */
@Injectable()
export class ModelPlaces {
  private readonly authorities: ReadonlySet<string>;

  constructor({ anthropicBaseUrl, openaiBaseUrl, gateway }: Configuration) {
    const inside = new HostList(gateway.allowedPrivateHosts);
    const urls = [anthropicBaseUrl, openaiBaseUrl].flatMap((url) => (url === null ? [] : [new URL(url)]));
    const closed = urls.filter((url) => url.protocol === 'http:' || inside.names(url.hostname, portOf(url)));
    this.authorities = new Set(closed.map(authorityOf));
  }

  areForModelsOnly(url: URL): boolean {
    return this.authorities.has(authorityOf(url));
  }
}

/** Whichever scheme it is asked with. */
function authorityOf(url: URL): string {
  return `${url.hostname.replace(/\.$/, '')}:${portOf(url)}`;
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || PORTS[protocol]!;
}
