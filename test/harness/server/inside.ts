import { createServer } from 'node:tls';
import { readFile, writeFile } from 'node:fs/promises';
import { newSigningPair } from '../../../src/modules/directory/sso/saml/signatures/signing-certificate.js';

/** Where no provider is, as the look-ups of `rebinding-names.mjs` answer. */
export const OUTSIDE = '203.0.113.7';

/** What must not be reached: an address of this machine that listens on the port of all providers. */
export interface Inside {
  address: string;
  /** False where this account may not listen on the port. */
  listens: boolean;
  connections: number;
  /** What was sent behind a handshake. */
  received: string;
  close(): Promise<void>;
}

export async function startInside(): Promise<Inside> {
  const address = `127.77.${1 + (process.pid % 250)}.${1 + (Date.now() % 250)}`;
  const { certificatePem: cert, keyPem: key } = await newSigningPair();
  const listener = createServer({ cert, key }, (socket) => {
    socket.on('data', (chunk: Buffer) => (inside.received += chunk.toString('latin1')));
    socket.on('error', () => undefined);
  });
  const inside: Inside = {
    address,
    listens: false,
    connections: 0,
    received: '',
    close: () =>
      new Promise((resolve) => void (inside.listens ? listener.close(() => resolve()) : resolve())),
  };
  listener.on('connection', () => (inside.connections += 1)).on('tlsClientError', () => undefined);
  inside.listens = await new Promise((resolve) => {
    listener.once('error', () => resolve(false)).listen(443, address, () => resolve(true));
  });
  if (!inside.listens)
    process.stdout.write('skipped: whether anything reaches the inside, where this account may not listen\n');
  return inside;
}

/** Each as a list of what the look-ups answer in turn. */
export function movesTo(inside: string): readonly string[][][] {
  return [
    // Public first, then inside.
    [[OUTSIDE], [inside]],
    // Both at once.
    [[OUTSIDE, inside]],
    // Inside as an IPv6 address of IPv4.
    [[OUTSIDE], [`::ffff:${inside}`]],
    // The metadata of a cloud.
    [[OUTSIDE], ['169.254.169.254']],
    // Inside from the first look-up.
    [[inside]],
  ];
}

/** The script of `rebinding-names.mjs`. */
export class ScriptedNames {
  constructor(readonly path: string) {}

  async answer(names: Readonly<Record<string, string[][]>>): Promise<void> {
    await writeFile(`${this.path}.asked`, '');
    await writeFile(this.path, JSON.stringify(names));
  }

  async asked(): Promise<string[]> {
    return (await readFile(`${this.path}.asked`, 'utf8')).split('\n').filter((name) => name !== '');
  }
}
