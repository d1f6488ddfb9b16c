import type { FastifyInstance } from 'fastify';
import { unknownRoute } from './error.filter.js';
import { asksGatewayForCors } from './cors.js';
import { arrivalOf } from '../../routes/origins.js';

/** What is peculiar to requests of the gateway's own origin, whatever their route (06 §15.7, §16). */
export function registerGatewayHooks(fastify: FastifyInstance): void {
  // Behind every `onRequest` hook, and before anything is read of a body that nobody asked for.
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    if (!request.is404 || arrivalOf(request.raw) === undefined) done();
    // Also for an origin that may read nothing: a preflight is 204 (06 §15.7.3).
    else if (request.method === 'OPTIONS' && asksGatewayForCors(request)) void reply.code(204).send();
    else done(unknownRoute(request));
  });
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    const arrival = arrivalOf(request.raw);
    // Fastify would close behind every body it could not read; that port can read on (06 §9.9).
    if (arrival) void reply.removeHeader('connection');
    arrival?.answering();
    done();
  });
}
