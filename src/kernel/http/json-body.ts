import type { FastifyInstance } from 'fastify';

/** 01 §1.7; endpoints with larger bodies say so themselves. */
export const JSON_BODY_LIMIT_BYTES = 1_048_576;

/**
 * Bodies are JSON whatever their `Content-Type` says; what does not parse counts as `null` and goes
 * to the validator (01 §1.6).
 */
export function registerJsonParser(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: JSON_BODY_LIMIT_BYTES },
    (_request, body, done) => {
      done(null, parseJson(body as string));
    },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
