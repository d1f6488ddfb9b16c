import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import type { Configuration } from '../../config/configuration.js';

/** How the session cookie is to be set, and what an operator should hear about it at boot (01 §22.3). */
export interface CookieScope {
  /** The `Domain` attribute; null leaves the cookie on the API's host. */
  domain: string | null;
  warnings: readonly string[];
}

type Settings = Pick<
  Configuration,
  'apiUrl' | 'appUrl' | 'apiUrlConfigured' | 'appUrlConfigured' | 'sessionCookieDomain'
>;

interface Hosts {
  api: string | null;
  app: string | null;
}

const HOST_ONLY: CookieScope = { domain: null, warnings: [] };
const HOSTNAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/;

export function cookieScope(settings: Settings): CookieScope {
  const hosts: Hosts = {
    api: settings.apiUrlConfigured ? hostOf(settings.apiUrl) : null,
    app: settings.appUrlConfigured ? hostOf(settings.appUrl) : null,
  };
  const { domain, warnings } = chosen(settings.sessionCookieDomain, hosts);
  return { domain, warnings: [...warnings, ...mixedSchemes(settings)] };
}

function chosen(setting: string | null, hosts: Hosts): CookieScope {
  if (setting === null) return derived(hosts);
  if (setting.trim().toLowerCase() === 'none') return HOST_ONLY;
  const domain = usableDomain(setting);
  if (domain !== null) return { domain, warnings: uncovered(domain, hosts) };
  const { domain: fallback, warnings } = derived(hosts);
  const ignored =
    'SESSION_COOKIE_DOMAIN is ignored: it must be a registrable domain or a host name below one';
  return { domain: fallback, warnings: [ignored, ...warnings] };
}

/** A registrable domain or below, by the whole public suffix list; null for anything a browser would refuse. */
function usableDomain(setting: string): string | null {
  const bare = setting.trim().replace(/^\.+/, '').replace(/\.$/, '');
  // domainToASCII would swallow what is not part of a name, such as a port or a path.
  if (/[\s/\\?#@:%[\]]/.test(bare)) return null;
  const name = domainToASCII(bare);
  return HOSTNAME.test(name) && registrable(name) !== null ? name : null;
}

function derived({ api, app }: Hosts): CookieScope {
  if (api === null || app === null || api === app) return HOST_ONLY;
  const shared = registrable(api);
  if (shared === null || shared !== registrable(app)) {
    const warning = `Browser sessions cannot span ${app} and ${api}: they share no registrable domain`;
    return { domain: null, warnings: [warning] };
  }
  const domain = commonSuffix(api, app);
  const wide = `The session cookie is sent to every host below ${domain}; set SESSION_COOKIE_DOMAIN to narrow it`;
  return { domain, warnings: domain === shared ? [wide] : [] };
}

function commonSuffix(one: string, other: string): string {
  const left = one.split('.').reverse();
  const right = other.split('.').reverse();
  const differsAt = left.findIndex((label, index) => label !== right[index]);
  return left
    .slice(0, differsAt === -1 ? left.length : differsAt)
    .reverse()
    .join('.');
}

function uncovered(domain: string, hosts: Hosts): string[] {
  const named: [string, string | null][] = [
    ['dashboard', hosts.app],
    ['API', hosts.api],
  ];
  return named
    .filter(([, host]) => host !== null && host !== domain && !host.endsWith(`.${domain}`))
    .map(([what, host]) => `SESSION_COOKIE_DOMAIN ${domain} does not cover the ${what} host ${host}`);
}

function mixedSchemes(settings: Settings): string[] {
  if (!settings.apiUrlConfigured || !settings.appUrlConfigured) return [];
  if (!settings.apiUrl.startsWith('https:') || settings.appUrl.startsWith('https:')) return [];
  return ['The API is https but the dashboard is http: browsers will not send it the session cookie'];
}

/** Null for IP addresses, single labels and public suffixes. */
function registrable(host: string): string | null {
  return getDomain(host, { allowPrivateDomains: true });
}

function hostOf(url: string): string | null {
  return URL.parse(url)?.hostname.replace(/\.$/, '') ?? null;
}
