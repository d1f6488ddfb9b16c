/** Kinds of settings that name where events are exported to. */
import { absolutePath, url } from './kinds.js';
import { InvalidValue, type Kind } from './setting.js';

/** The minimum of Standard Webhooks. */
const LEAST_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
const MAX_SECRETS = 2;

export interface SyslogReceiver {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** The process's own output instead of a file. */
export const STANDARD_OUTPUT = '-';

/** The URL may have a query for the receiver. A user name and password in it would not be sent. */
export const webhookUrl: Kind<string> = {
  type: 'URL (`https://`, `http://`)',
  parse(value) {
    const { username, password } = new URL(url('https', 'http').parse(value));
    if (username === '' && password === '') return value;
    throw new InvalidValue('must be a URL without user name; credentials go into EXPORT_WEBHOOK_HEADERS');
  },
};

export const webhookSecrets: Kind<Buffer[]> = {
  type: 'comma list: `whsec_` and 24 to 64 bytes in base64',
  parse(value) {
    const secrets = value.split(',').map((each) => webhookSecret(each.trim()));
    if (secrets.length <= MAX_SECRETS) return secrets;
    throw new InvalidValue(`must hold at most ${MAX_SECRETS} secrets`);
  },
};

function webhookSecret(text: string): Buffer {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1];
  const secret = Buffer.from(base64 ?? '', 'base64');
  if (secret.length >= LEAST_SECRET_BYTES && secret.length <= MAX_SECRET_BYTES) return secret;
  throw new InvalidValue(
    `must be whsec_ and ${LEAST_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes in base64, such as whsec_$(openssl rand -base64 32)`,
  );
}

export const syslogReceiver: Kind<SyslogReceiver> = {
  type: 'URL (`tcp://`, `tls://`) with a port',
  parse(value) {
    const { protocol, hostname, port, username, pathname, search } = new URL(url('tcp', 'tls').parse(value));
    if (hostname === '' || port === '' || username !== '' || !['', '/'].includes(pathname) || search !== '')
      throw new InvalidValue('must be tcp://host:port or tls://host:port');
    return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port), tls: protocol === 'tls:' };
  },
};

export const exportFile: Kind<string> = {
  type: 'path, or `-`',
  parse: (value) => (value === STANDARD_OUTPUT ? value : absolutePath.parse(value)),
};
