import { readFileSync } from 'node:fs';
import { Agent, request as overHttp, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as overTls } from 'node:https';
import process from 'node:process';
import { rootCertificates } from 'node:tls';
import { CommandFailure } from '../terminal/failure.js';
import { whileWaiting } from '../terminal/progress.js';

/** No answer of the API is near it; whoever sends more is not the API. */
const MAX_BYTES = 64 * 1024 ** 2;

/** Of our own: within `cgw run` Node's would go through the gateway, by the variables that are for the program there. */
const DIRECT = new Agent();
const DIRECT_TLS = new TlsAgent();

/**
 * The platform's fetch, as far as the client uses it, with the authorities of `SSL_CERT_FILE` besides the usual ones,
 * without proxies (the gateway's own must not stand between), and with a line on the terminal when it takes long.
 */
export const transport: typeof fetch = async (url, init = {}) => {
  const target = new URL(url);
  return whileWaiting(`Waiting for ${target.host}`, () => exchanged(target, init));
};

async function exchanged(target: URL, init: RequestInit): Promise<Response> {
  const body = init.body as string | Uint8Array | undefined;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const secure = target.protocol === 'https:';
    const open = secure ? overTls : overHttp;
    const request = open(
      target,
      {
        method: init.method ?? 'GET',
        headers: {
          ...(init.headers as Record<string, string>),
          'user-agent': USER_AGENT,
          connection: 'close',
        },
        agent: secure ? DIRECT_TLS : DIRECT,
        ...(init.signal && { signal: init.signal }),
        ...(secure && authorities()),
      },
      resolve,
    );
    request.once('error', (error) => reject(reasonOf(error, init)));
    request.end(body);
  });
  const text = await collected(answer, target).catch((error: unknown) => {
    throw reasonOf(error, init);
  });
  return new Response(hasNoBody(answer.statusCode) ? null : text, {
    status: answer.statusCode ?? 502,
    statusText: answer.statusMessage ?? '',
    headers: Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  });
}

export const USER_AGENT = `credential-gateway-cli/${CLI_VERSION}`;

/** Where time was up that is the reason, whatever the connection said last. */
function reasonOf(error: unknown, { signal }: RequestInit): Error {
  return (signal?.aborted === true ? signal.reason : error) as Error;
}

async function collected(answer: IncomingMessage, { host }: URL): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_BYTES)
      throw new CommandFailure(
        `The response of ${host} is too large for the API of a gateway.`,
        'ERROR',
        'check the address: cgw config get api-host',
      );
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function hasNoBody(status = 502): boolean {
  return status === 204 || status === 205 || status === 304;
}

export function authorities(): { ca: string[] } | undefined {
  const { SSL_CERT_FILE: file } = process.env;
  if (file === undefined || file === '') return undefined;
  try {
    return { ca: [...rootCertificates, readFileSync(file, 'utf8')] };
  } catch (error) {
    throw new CommandFailure(
      `SSL_CERT_FILE names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      'ERROR',
      'correct or unset SSL_CERT_FILE',
    );
  }
}
