import { parse as parseLegacy } from 'node:url';

/** The paths a server may take a target for; empty where it refuses. `target` is what reaches the server. */
export type PathReader = (target: string) => string[];

/** Node's own parsers and, in a few lines each, what other servers document of themselves. */
export const READERS: Readonly<Record<string, PathReader>> = {
  'Node URL': (target) => {
    const { pathname } = new URL(target, 'http://h');
    return [pathname, decodeURIComponent(pathname)];
  },
  'Node url.parse': (target) => {
    const { pathname } = parseLegacy(target);
    return pathname === null ? [] : [pathname, decodeURIComponent(pathname)];
  },
  Express: (target) => {
    const path = pathOf(target);
    return [path, path.split('/').map(decodeURIComponent).join('/')];
  },
  'nginx, slashes merged or not': (target) => {
    const decoded = bytes(pathOf(target));
    if (decoded.includes('\0')) return [];
    return [normal(decoded), normal(decoded.replace(/\/+/g, '/'))];
  },
  'Apache, encoded slashes on, off or kept': (target) => {
    const path = pathOf(target);
    if (/%00/.test(path)) return [];
    const kept = bytes(path.replace(/%2f/gi, '%252F'));
    return [bytes(path), kept].map((text) => normal(text.replace(/\/+/g, '/')));
  },
  'Tomcat, encoded slashes decoded or refused': (target) => {
    const path = pathOf(target);
    const plain = bytes(path.replace(/;[^/]*/g, ''));
    return [normal(plain.replaceAll('\\', '/').replace(/\/+/g, '/'))];
  },
  Jetty: (target) => {
    // Canonical before and after parameters are cut, encoded dots included.
    const cut = pathOf(target).replace(/;[^/]*/g, '');
    return [normal(bytes(cut)), normal(bytes(cut).replace(/\/+/g, '/'))];
  },
  IIS: (target) => {
    const wide = pathOf(target).replace(/%u([0-9a-f]{4})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return [normal(bytes(wide).replaceAll('\\', '/').replace(/\/+/g, '/'))];
  },
  'a decoder that takes overlong UTF-8': (target) => {
    const loose = pathOf(target).replace(/%c([01])%([89ab][0-9a-f])/gi, (_, high: string, low: string) =>
      String.fromCharCode((Number(high) << 6) | (Number.parseInt(low, 16) & 0x3f)),
    );
    return [normal(bytes(loose))];
  },
  'a server behind a proxy that decodes': (target) => {
    const decoded = bytes(pathOf(target));
    return [normal(pathOf(decoded))];
  },
};

export function readingsOf(reader: PathReader, target: string): string[] {
  try {
    return reader(target);
  } catch {
    return [];
  }
}

function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0]!;
}

/** Every escape decoded to its byte, what is no escape left alone. */
function bytes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function normal(path: string): string {
  const kept: string[] = [];
  const segments = path.slice(1).split('/');
  segments.forEach((segment, at) => {
    const last = at === segments.length - 1;
    if (segment === '..') kept.pop();
    if (segment !== '.' && segment !== '..') kept.push(segment);
    else if (last) kept.push('');
  });
  return `/${kept.join('/')}`;
}
