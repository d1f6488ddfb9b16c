import type { FastifyInstance } from 'fastify';
import { takesRawBody } from './raw-body.decorator.js';

/** 01 §1.7, counted while the body arrives; also the most a raw upload may have (02 §19). */
const BODY_LIMIT_BYTES = 1_048_576;

/** `type/subtype`, whatever follows; Fastify refuses a body whose header is not even that. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+/;

/**
 * Bodies are JSON whatever their `Content-Type` says; what does not parse counts as `null` and goes
 * to the validator (01 §1.6). A route marked `@TakesRawBody` gets the bytes instead.
 */
export function registerJsonParser(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    (request, body, done) => {
      const bytes = body as Buffer;
      done(null, takesRawBody(request) ? bytes : parseJson(bytes.toString('utf8')));
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
