/** The plain kinds of settings: texts, numbers, switches, choices, lists, URLs, keys. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isEmail } from 'class-validator';
import { InvalidValue, type Kind } from './setting.js';

export const ENCRYPTION_KEY_BYTES = 32;
export const SESSION_SECRET_MIN_BYTES = 32;

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export function text(limits: { min?: number; max?: number } = {}): Kind<string> {
  const { min = 1, max = Infinity } = limits;
  return {
    type: 'text',
    parse(value) {
      if (value.length >= min && value.length <= max) return value;
      throw new InvalidValue(
        max === Infinity ? `must have at least ${min} characters` : `must have ${min} to ${max} characters`,
      );
    },
  };
}

export function integer(min: number, max: number): Kind<number> {
  const words =
    max === Number.MAX_SAFE_INTEGER ? `an integer of at least ${min}` : `an integer from ${min} to ${max}`;
  return {
    type: words.replace('an integer', 'integer'),
    parse(value) {
      const number = /^[+-]?\d{1,15}$/.test(value) ? Number(value) : NaN;
      if (number >= min && number <= max) return number;
      throw new InvalidValue(`must be ${words}`);
    },
  };
}

export const share: Kind<number> = {
  type: 'number from 0 to 1',
  parse(value) {
    const number = /^\d*\.?\d+$/.test(value) ? Number(value) : NaN;
    if (number >= 0 && number <= 1) return number;
    throw new InvalidValue('must be a number from 0 to 1');
  },
};

/** As OpenTelemetry writes them: `name=value,name=value`, values percent-encoded. */
export const headerFields: Kind<Readonly<Record<string, string>>> = {
  type: 'comma list: `name=value`, percent-encoded',
  parse(value) {
    const fields = value.split(',').map((field) => /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=(.*)$/.exec(field));
    return Object.fromEntries(fields.map((field) => [field?.[1]?.toLowerCase(), decoded(field?.[2])]));
  },
};

function decoded(value: string | undefined): string {
  const text = value === undefined ? null : percentDecoded(value.trim());
  if (text !== null && /^[\t\x20-\x7e]*$/.test(text)) return text;
  throw new InvalidValue('must hold `name=value` pairs that a header can carry');
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A count of which anything that is none means the same as unset, for rows of 01 §26 that say so. */
export const countOrNone: Kind<number | null> = {
  type: 'integer of at least 0; anything else means unset',
  parse: (value) => (/^\d{1,15}$/.test(value) ? Number(value) : null),
};

/** Seconds for which zero and what is not a number mean the default; a number out of range is still a fault. */
export function secondsOrDefault(max: number, fallback: number): Kind<number> {
  const strict = integer(1, max);
  return {
    type: `${strict.type}; zero or not a number means the default`,
    parse(value) {
      const number = Number(value);
      return number === 0 || !Number.isFinite(number) ? fallback : strict.parse(value);
    },
  };
}

export function oneOf<const V extends string>(...allowed: V[]): Kind<V> {
  return {
    type: `one of ${allowed.map((name) => `\`${name}\``).join(', ')}`,
    parse(value) {
      const found = allowed.find((name) => name === value.toLowerCase());
      if (found !== undefined) return found;
      throw new InvalidValue(`must be one of ${allowed.join(', ')}`);
    },
  };
}

/** A switch that says no to anything it does not understand. */
export const flag: Kind<boolean> = {
  type: 'switch: `true`, `1`, `on` or `false`, `0`, `off`',
  parse(value) {
    const word = value.toLowerCase();
    if (['true', '1', 'on'].includes(word)) return true;
    if (['false', '0', 'off'].includes(word)) return false;
    throw new InvalidValue('must be true, 1, on or false, 0, off');
  },
};

/** A switch that only the two exact words turn on; everything else, however odd, leaves it off. */
export const onlyTrueOrOne: Kind<boolean> = {
  type: '`true` or `1`; anything else is off',
  parse: (value) => ['true', '1'].includes(value.toLowerCase()),
};

/** The opposite for protections: only the exact word turns it off. */
export const unlessFalse: Kind<boolean> = {
  type: 'on unless `false`',
  parse: (value) => value.toLowerCase() !== 'false',
};

export function commaList<T>(item: Kind<T>): Kind<T[]> {
  return {
    type: `comma list: ${item.type}`,
    parse(value) {
      const entries = value.split(',').map((entry) => entry.trim());
      const items = entries.filter((entry) => entry !== '').map((entry) => item.parse(entry));
      if (items.length > 0) return items;
      throw new InvalidValue('must hold at least one entry');
    },
  };
}

export const emailAddress: Kind<string> = {
  type: 'e-mail address',
  parse(value) {
    if (isEmail(value)) return value;
    throw new InvalidValue('must be an e-mail address');
  },
};

export const absolutePath: Kind<string> = { type: 'path', parse: (value) => resolve(value) };

/** A URL of one of the schemes, returned as written: some drivers read more out of it than WHATWG URLs know. */
export function url(...schemes: string[]): Kind<string> {
  return {
    type: `URL (${schemes.map((scheme) => `\`${scheme}://\``).join(', ')})`,
    parse(value) {
      const scheme = /^([a-z]+):\/\//i.exec(value)?.[1]?.toLowerCase();
      if (scheme !== undefined && schemes.includes(scheme) && URL.canParse(value)) return value;
      throw new InvalidValue(
        `must be a URL that starts with ${schemes.map((name) => `${name}://`).join(' or ')}`,
      );
    },
  };
}

/** A public base URL to which paths are appended: trailing slashes go, a query or user info cannot stay. */
export const baseUrl: Kind<string> = {
  type: 'URL (`http://`, `https://`)',
  parse(value) {
    const parsed = new URL(url('http', 'https').parse(value));
    if (parsed.search !== '' || parsed.hash !== '' || parsed.username !== '' || parsed.password !== '') {
      throw new InvalidValue('must be a URL without user name, query or fragment');
    }
    return value.replace(/\/+$/, '');
  },
};

/** A browser origin in the form browsers send it, so that it can be compared as text. */
export const browserOrigin: Kind<string> = {
  type: 'origin',
  parse(value) {
    const parsed = new URL(baseUrl.parse(value));
    if (parsed.pathname === '/') return parsed.origin;
    throw new InvalidValue('must hold origins (scheme, host and port) without a path');
  },
};

/** An origin that stored values may be sent to: encrypted on the way, unless it is this machine. */
export const secureOrigin: Kind<string> = {
  type: '`https` origin',
  parse(value) {
    const origin = browserOrigin.parse(value);
    const { protocol, hostname } = new URL(origin);
    if (protocol === 'https:' || LOOPBACK_HOST.test(hostname)) return origin;
    throw new InvalidValue('must hold https origins; plain http is for loopback addresses only');
  },
};

/** 32 bytes in base64. The text of a wrong key is never repeated (01 §26.3). */
export const encryptionKey: Kind<Buffer> = {
  type: '32 bytes in base64',
  parse(value) {
    const key = /^[A-Za-z0-9+/]+={0,2}$/.test(value) ? Buffer.from(value, 'base64') : Buffer.alloc(0);
    if (key.length === ENCRYPTION_KEY_BYTES) return key;
    throw new InvalidValue(`must be exactly ${ENCRYPTION_KEY_BYTES} bytes in base64`);
  },
};

export const signingSecret: Kind<string> = {
  type: 'text of at least 32 bytes',
  parse(value) {
    if (Buffer.byteLength(value) >= SESSION_SECRET_MIN_BYTES) return value;
    throw new InvalidValue(`must have at least ${SESSION_SECRET_MIN_BYTES} bytes`);
  },
};

export const privateKeyPem = pem('a private key in PEM', (value) => createPrivateKey(value));
export const certificatePem = pem('a certificate in PEM', (value) => new X509Certificate(value));

/** PEM itself, or the path of a file that holds it. */
export function pemOrPath(inner: Kind<string>): Kind<string> {
  return {
    type: `${inner.type}, or its path`,
    parse: (value) => inner.parse(value.includes('-----BEGIN') ? value : readText(value)),
  };
}

/** The path of a readable PEM bundle. */
export const certificateBundlePath: Kind<string> = {
  type: 'path of a PEM bundle',
  parse(value) {
    certificatePem.parse(readText(value));
    return resolve(value);
  },
};

/** Environment files hold one line per variable: a written-out `\n` counts as the line break it stands for. */
function pem(what: string, check: (value: string) => unknown): Kind<string> {
  return {
    type: what.replace(/^a /, ''),
    parse(value) {
      const lines = value.replaceAll('\\n', '\n').trim() + '\n';
      try {
        check(lines);
      } catch {
        throw new InvalidValue(`must be ${what}`);
      }
      return lines;
    },
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new InvalidValue(
      `must name a readable file (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`,
    );
  }
}
