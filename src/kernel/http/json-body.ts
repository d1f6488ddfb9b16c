import type { FastifyInstance } from 'fastify';

/** 01 §1.7; endpoints with larger bodies say so themselves. */
const JSON_BODY_LIMIT_BYTES = 1_048_576;

/** `type/subtype`, whatever follows; Fastify refuses a body whose header is not even that. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+/;

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
  ignoreUnreadableContentTypes(fastify);
}

/** A header that names no media type counts as none. */
function ignoreUnreadableContentTypes(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type'];
    if (type !== undefined && !MEDIA_TYPE.test(type)) delete request.headers['content-type'];
    done();
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
