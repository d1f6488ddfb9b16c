import { isUtf8 } from 'node:buffer';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { arrivalOf } from '../../routes/origins.js';
import { KeptBytes } from './kept-bytes.js';
import { RefusedInput } from './refused-input.js';

/** 01 §1.7, counted while the body arrives; also the most a raw upload may have (02 §19). */
export const BODY_LIMIT_BYTES = 1_048_576;

/** The message of the refusal (R45). */
const NOT_JSON = 'Request body is not valid JSON';

/** `type/subtype`, with whatever parameters; Fastify refuses a body whose header is not even that. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/**
 * Bodies are JSON whatever their `Content-Type` says. An empty one counts as `null`; one that does not parse is left
 * to validation to refuse (01 §1.6). A route marked `@TakesRawBody` gets the bytes instead.
 */
export function registerJsonParser(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { config } = request.routeOptions;
    const bodyLimit = config.largestBody ?? request.routeOptions.bodyLimit;
    if (config.body === 'none') return undefined;
    const arrival = arrivalOf(request.raw);
    const bytes = await (arrival ? arrival.body(bodyLimit) : readBody(payload, bodyLimit));
    return config.body === 'raw' ? bytes : parseJson(bytes);
  });
  ignoreUnreadableContentTypes(fastify);
}

/** Anybody may send a body before it is known who they are, so it must not cost more than its bytes. */
function readBody(payload: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(payload.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const kept = new KeptBytes();
    const settle = (error: Error | null): void => {
      payload.off('data', onData).off('end', onEnd).off('error', onError);
      if (error) reject(error);
      else resolve(kept.take());
    };
    const onData = (chunk: Buffer): void => {
      if (kept.length + chunk.length > limit) settle(tooLarge());
      else kept.add(chunk);
    };
    const onEnd = (): void => settle(null);
    const onError = (error: Error): void => settle(Object.assign(error, { statusCode: 400 }));
    payload.on('data', onData).on('end', onEnd).on('error', onError);
    payload.resume();
  });
}

function tooLarge(): Error {
  return new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
}

/** A header that names no media type counts as none. */
function ignoreUnreadableContentTypes(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type'];
    if (type !== undefined && !MEDIA_TYPE.test(type)) delete request.headers['content-type'];
    done();
  });
}

/**
 * The value of a body: `null` for an empty one, a `RefusedInput` for one that is not JSON or too large to be read.
 * Bytes that are not UTF-8 are not JSON either: decoding would store another text than the one that was sent.
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return null;
  const fault = faultOfExtent(bytes);
  if (fault !== null) return new RefusedInput(fault);
  if (!isUtf8(bytes)) return new RefusedInput(NOT_JSON);
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return new RefusedInput(NOT_JSON);
  }
}

/**
 * The extent of a JSON text, judged over its bytes before anything is built of it: what 1 MiB of brackets or names
 * costs to parse and to walk (measured: 49 ms and 23 ms) is many times what the largest request of the contract does.
 * One pass, nothing allocated; a text that is no JSON is judged just the same.
 */

/** Far above any body of the contract, far below where the first stack gives out (about 1,500 levels). */
export const MAX_DEPTH = 64;
/** The largest map that is taken, the headers of a simulation, has 100. */
export const MAX_FIELDS = 1_000;
/** An import of a thousand secrets and a thousand agents has about 20,000 (01 §19.10). */
export const MAX_VALUES = 50_000;

export const TOO_DEEP = 'The request is nested too deeply';
const TOO_MANY_FIELDS = `The request has an object of more than ${MAX_FIELDS} fields`;
const TOO_MANY_VALUES = `The request has more than ${MAX_VALUES} values`;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** What is too much about it, as the message of a `400`; null when it may be parsed. */
export function faultOfExtent(json: Uint8Array): string | null {
  /** Per open bracket: the commas still allowed, without limit in a list. */
  const allowed: number[] = [];
  let commas = Infinity;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at + 1);
    else if (byte === COMMA) {
      if (--commas <= 0) return TOO_MANY_FIELDS;
      if (++values > MAX_VALUES) return TOO_MANY_VALUES;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (allowed.push(commas) > MAX_DEPTH) return TOO_DEEP;
      commas = byte === OPEN_OBJECT ? MAX_FIELDS : Infinity;
      if (++values > MAX_VALUES) return TOO_MANY_VALUES;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) commas = allowed.pop() ?? Infinity;
  }
  return null;
}

/** Where the closing quote stands, or the end. Bytes of UTF-8 beyond ASCII are never mistaken for one. */
function endOfText(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
