import { basename } from 'node:path';
import { CommandFailure } from '../terminal/failure.js';
import { printable } from '../terminal/printable.js';
import { told } from '../terminal/program.js';
import { whileWaiting } from '../terminal/progress.js';

/** No such name resolves anywhere (RFC 6761): the gateway itself answers, inside the TLS that it intercepts. */
const PROBE = 'https://gateway.invalid/';
const PATIENCE_MS = 30_000;

/** One request of the runtime itself, which finds proxy and certificates as its programs do; prints what came back. */
const PROBES: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^(node|nodejs)$/,
    [
      '-e',
      `fetch('${PROBE}').then(async (r) => console.log(await r.text())).catch(
        (e) => console.error(e.cause?.code ?? e.message, '(' + process.version + ')'))`,
    ],
  ],
  [
    /^python[0-9.]*$/,
    [
      '-c',
      `import urllib.request as u, urllib.error as e
try: print(u.urlopen('${PROBE}').read().decode())
except e.HTTPError as x: print(x.read().decode())`,
    ],
  ],
  [/^curl$/, ['--silent', '--show-error', PROBE]],
  [/^deno$/, ['eval', `console.log(await (await fetch('${PROBE}')).text())`]],
  [
    /^ruby$/,
    [
      '-ropen-uri',
      '-e',
      `begin; puts URI.open('${PROBE}').read; rescue OpenURI::HTTPError => e; puts e.io.read; end`,
    ],
  ],
  [/^git$/, ['ls-remote', PROBE]],
];

/** That a resolver was asked for the name: with a proxy that is the gateway's part. */
const UNRESOLVED =
  /ENOTFOUND|EAI_AGAIN|Could not resolve host|Name or service not known|Temporary failure in name resolution|nodename nor servname|getaddrinfo|failed to lookup/i;
const UNTRUSTED =
  /SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)|CERTIFICATE_VERIFY_FAILED|certificate verif|certificate problem|UnknownIssuer/i;

export interface Proof {
  readonly program: string;
  readonly reached: boolean;
  readonly said: string;
  /** What to do where it was not reached. */
  readonly advice: string;
}

/** Proves the set-up by a request of the program's own runtime; of a program that has none it knows, by curl. */
export async function proved(path: string, environment: Record<string, string>): Promise<Proof> {
  const name = basename(path);
  const own = PROBES.find(([pattern]) => pattern.test(name));
  const [program, args] = own === undefined ? ['curl', PROBES[2]![1]] : [path, own[1]];
  const { stdout, stderr, error, late } = await whileWaiting(
    `Sending a request through ${basename(program)}`,
    () => told(program, args, { env: environment, patienceMs: PATIENCE_MS }),
  );
  if (error !== undefined) throw new CommandFailure(`${program} could not be run: ${error.message}`);
  const said = late ? 'it did not answer in time' : `${stdout}${stderr}`.trim();
  // Git tells the status and not the answer: 502 from within TLS is the gateway's.
  const reached = said.includes('"bad_gateway"') || (name === 'git' && /\b502\b/.test(said));
  return {
    program: own === undefined ? `curl, because ${name} is not a known runtime` : name,
    reached,
    said: printable(said.slice(0, 500)),
    advice: adviceFor(name, said),
  };
}

function adviceFor(name: string, said: string): string {
  if (UNTRUSTED.test(said)) return 'leave out --no-ca, or give it the certificate of GET /v1/gateway/ca';
  if (!UNRESOLVED.test(said)) return 'cgw config set gateway <host:port>';
  return /^(node|nodejs)$/.test(name)
    ? 'its fetch ignores proxy settings. Use Node.js 24, or 22.21 or newer; for older versions see ' +
        'docs/agents/javascript.md'
    : `${name} does not use the proxy: configure it to use HTTPS_PROXY`;
}
