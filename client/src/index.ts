export { createClient, type Client } from './client.js';
export { RequestRefused, ServerUnreachable } from './failure.js';
export type { Input, OperationId, Output } from './operation.js';
export type { Connection } from './send.js';
