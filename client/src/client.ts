import * as operations from './operations.js';
import type { Input, Operation, OperationId, Output } from './operation.js';
import { send, type Connection } from './send.js';

type Served = keyof typeof operations;

type Method<Id extends OperationId> =
  Record<never, never> extends Input<Id>
    ? (input?: Input<Id>) => Promise<Output<Id>>
    : (input: Input<Id>) => Promise<Output<Id>>;

/** Each operation of the API as a method of its name. */
export type Client = { readonly [Id in Served]: Method<Id> };

/** `createClient({ origin, apiKey }).createAgent({ body: { name, identifier } })`. */
export function createClient(connection: Connection): Client {
  const methods = Object.values(operations).map((operation) => [
    operation.id,
    (input: unknown = {}) =>
      send(connection, operation as Operation<typeof operation.id>, input as Input<typeof operation.id>),
  ]);
  return Object.freeze(Object.fromEntries(methods)) as Client;
}
