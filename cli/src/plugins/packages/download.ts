import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { CommandFailure } from '../../terminal/failure.js';
import { whileWaiting } from '../../terminal/progress.js';
import { authorities, USER_AGENT } from '../../server/transport.js';

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const SILENCE_MS = 30_000;

export interface DownloadLimits {
  readonly bytes: number;
  readonly patienceMs: number;
}

/** What an https address answers, redirects followed; whole, or an error that names the host. */
export async function downloaded(address: URL, { bytes, patienceMs }: DownloadLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(patienceMs);
  return whileWaiting(`Downloading from ${address.host}`, async () => {
    let target = address;
    for (let redirect = 0; redirect <= MAX_REDIRECTS; redirect += 1) {
      const answer = await asked(target, signal);
      const { statusCode = 0, headers } = answer;
      if (!REDIRECTS.includes(statusCode) || headers.location === undefined) {
        if (statusCode === 200) return collected(answer, target, bytes);
        answer.destroy();
        throw new CommandFailure(
          `${target.host} answered ${statusCode} for ${target.pathname}.`,
          statusCode === 404 ? 'NOT_FOUND' : 'ERROR',
        );
      }
      answer.destroy();
      target = secure(headers.location, target);
    }
    throw new CommandFailure(`${address.host} redirects more than ${MAX_REDIRECTS} times.`);
  });
}

/** Of another scheme nothing is fetched, whoever says so. */
function secure(location: string, from: URL): URL {
  if (URL.canParse(location, from.href)) {
    const target = new URL(location, from);
    if (target.protocol === 'https:') return target;
  }
  throw new CommandFailure(`${from.host} redirects to a URL that is not https.`);
}

function asked(target: URL, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'user-agent': USER_AGENT, 'accept-encoding': 'identity', connection: 'close' };
    const exchange = request(target, { headers, signal, timeout: SILENCE_MS, ...authorities() }, resolve);
    exchange.once('timeout', () => exchange.destroy(new Error('it stopped sending')));
    exchange.once('error', (error) => reject(unreachable(target, error, signal)));
    exchange.end();
  });
}

async function collected(answer: IncomingMessage, from: URL, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const tooLarge = (): CommandFailure =>
    new CommandFailure(`${from.pathname} of ${from.host} is larger than ${most / 1024 ** 2} MiB.`);
  if (Number(answer.headers['content-length']) > most) {
    answer.destroy();
    throw tooLarge();
  }
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > most) throw tooLarge();
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw unreachable(from, error as Error);
  }
  return Buffer.concat(pieces);
}

function unreachable({ host }: URL, error: Error, signal?: AbortSignal): CommandFailure {
  if (error instanceof CommandFailure) return error;
  const why =
    error.name === 'AbortError' || error.name === 'TimeoutError' || signal?.aborted === true
      ? 'it took too long'
      : error.message;
  return new CommandFailure(
    `Downloading from ${host} failed: ${why}.`,
    'ERROR',
    'try again, or download it by hand',
  );
}
