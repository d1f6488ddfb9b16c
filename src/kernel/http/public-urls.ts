import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ClientAddress } from '../access/client/client-address.js';
import { FORWARDED_HOST, FORWARDED_PROTOCOL } from '../access/client/client-fields.js';
import { Configuration } from '../config/configuration.js';

const PLAIN_HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/** Public addresses of the deployment for links and redirects (01 §22.5). */
@Injectable()
export class PublicUrls {
  constructor(
    private readonly configuration: Configuration,
    private readonly clientAddress: ClientAddress,
  ) {}

  /** Base of links to dashboard pages, without trailing slash. */
  dashboard(request?: FastifyRequest): string {
    if (this.configuration.appUrlConfigured) return this.configuration.appUrl;
    return this.api(request);
  }

  /**
   * Whether links to the dashboard lead back here: no external one is configured (01 §25), or its host is the very
   * one that was asked, which would send the request round in circles.
   */
  servesDashboard(request: FastifyRequest): boolean {
    const { appUrl, apiUrl, appUrlConfigured } = this.configuration;
    if (!appUrlConfigured) return true;
    const { host, pathname } = new URL(appUrl);
    const own = [apiUrl, this.originOf(request)].map((origin) => origin && new URL(origin).host);
    return pathname === '/' && own.includes(host);
  }

  /** Base of URLs this server answers itself, without trailing slash. */
  api(request?: FastifyRequest): string {
    if (this.configuration.apiUrlConfigured || request === undefined) return this.configuration.apiUrl;
    return this.originOf(request) ?? this.configuration.apiUrl;
  }

  /** Whether the URL is the base of an origin of this deployment, with or without `/v1` and slashes at its end. */
  isOwn(url: string, request: FastifyRequest): boolean {
    const { apiUrl, appUrl } = this.configuration;
    const own = [apiUrl, appUrl, this.api(request), this.dashboard(request), this.gateway(request)];
    return own.some((known) => baseOf(known) === baseOf(url));
  }

  /** `GET /gateway-url`: the configured origin, else the request's host with the gateway's port. */
  gateway(request: FastifyRequest): string {
    if (this.configuration.gatewayApiUrl !== null) return this.configuration.gatewayApiUrl;
    const origin = this.originOf(request) ?? this.configuration.apiUrl;
    const url = new URL(origin);
    url.port = String(this.configuration.gatewayPort);
    return url.origin;
  }

  /** Origin the client addressed; forwarded headers count only from trusted proxies. */
  private originOf(request: FastifyRequest): string | null {
    const trusted = this.clientAddress.fromTrustedProxy(request);
    const forwardedHost = trusted ? firstValue(request.headers[FORWARDED_HOST]) : null;
    const forwardedProtocol = trusted ? firstValue(request.headers[FORWARDED_PROTOCOL]) : null;
    const host = forwardedHost ?? request.headers.host ?? '';
    const protocol = forwardedHost !== null && forwardedProtocol === 'https' ? 'https' : 'http';
    return PLAIN_HOST.test(host) && URL.canParse(`${protocol}://${host}`) ? `${protocol}://${host}` : null;
  }
}

/** One spelling of a base URL. */
function baseOf(url: string): string {
  return new URL(url).href.replace(/\/+$/, '').replace(/\/v1$/, '');
}

function firstValue(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header[0] : header;
  const first = text?.split(',', 1)[0]?.trim();
  return first === undefined || first === '' ? null : first;
}
