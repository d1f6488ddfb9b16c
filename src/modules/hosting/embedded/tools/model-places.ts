import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { HostList } from '../../../../kernel/egress/destination/host-list.js';
import { destinationOfUrl } from '../../../../kernel/egress/destination/url-destination.js';

/**
 * Model servers of the operator's own that stand inside, or are spoken to without TLS: what was opened for questions to
 * models is no destination of the tool `http_request` (04 §11.2.3). The gateway closes them to it by itself, unless a
 * setting of its own opens them to every agent.
 */
@Injectable()
export class ModelPlaces {
  private readonly authorities: ReadonlySet<string>;

  constructor({ anthropicBaseUrl, openaiBaseUrl, gateway }: Configuration) {
    const listed = new HostList(gateway.allowedPrivateHosts);
    const urls = [anthropicBaseUrl, openaiBaseUrl].flatMap((url) => (url === null ? [] : [new URL(url)]));
    const closed = urls.filter((url) => {
      const { scheme, host, port } = destinationOfUrl(url);
      return scheme === 'http' || gateway.allowPrivateNetworks || listed.names(host, port);
    });
    this.authorities = new Set(closed.map(authorityOf));
  }

  areForModelsOnly(url: URL): boolean {
    return this.authorities.has(authorityOf(url));
  }
}

/** Whichever scheme it is asked with. */
function authorityOf(url: URL): string {
  const { host, port } = destinationOfUrl(url);
  return `${host}:${port}`;
}
