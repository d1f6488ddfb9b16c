import { readFileSync } from 'node:fs';
import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overTls } from 'node:https';
import process from 'node:process';
import { rootCertificates } from 'node:tls';
import { CommandFailure } from './failure.js';
import { whileWaiting } from './progress.js';

/** No answer of the API is near it; whoever sends more is not the API. */
const MOST_BYTES = 64 * 1024 ** 2;

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
    const open = target.protocol === 'https:' ? overTls : overHttp;
    const request = open(
      target,
      {
        method: init.method ?? 'GET',
        headers: {
          ...(init.headers as Record<string, string>),
          'user-agent': USER_AGENT,
          connection: 'close',
        },
        ...(init.signal && { signal: init.signal }),
        ...(target.protocol === 'https:' && authorities()),
      },
      resolve,
    );
    request.once('error', (error) =>
      reject(init.signal?.aborted === true ? (init.signal.reason as Error) : error),
    );
    request.end(body);
  });
  const text = await collected(answer);
  return new Response(hasNoBody(answer.statusCode) ? null : text, {
    status: answer.statusCode ?? 502,
    statusText: answer.statusMessage ?? '',
    headers: Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  });
}

export const USER_AGENT = `credential-gateway-cli/${CLI_VERSION}`;

async function collected(answer: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new Error('the answer is too large');
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
