import type { operations } from './generated/schema.js';

export type OperationId = keyof operations;

/** One value of a query or a body, as a command line or a form needs to know it. */
export interface Field {
  readonly name: string;
  /** `strings` is a list of them; `json` and `object` are anything deeper. */
  readonly type: string;
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly values?: readonly (string | number | boolean)[];
  readonly about?: string;
  readonly fields?: readonly Field[];
}

/** What sending an operation takes; its types are found by its id. */
export interface Operation<Id extends OperationId = OperationId> {
  readonly id: Id;
  readonly method: string;
  /** With `{names}` of the values in it. */
  readonly path: string;
  /** Of the few that only the gateway's own address serves. */
  readonly origin?: 'gateway';
  readonly about: string;
  readonly query: readonly Field[];
  readonly mediaType?: string;
  readonly body: readonly Field[];
}

type Content<Part> = Part extends { content: infer Media } ? Media[keyof Media] : undefined;
type Success<Id extends OperationId> = operations[Id]['responses'] extends infer Answers
  ? Answers[keyof Answers & (200 | 201 | 202)]
  : never;
type Part<Key extends string, Value> = [Value] extends [never]
  ? unknown
  : [Value] extends [undefined]
    ? unknown
    : undefined extends Value
      ? { [name in Key]?: Value }
      : { [name in Key]: Value };
type Body<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Media } }
  ? Media[keyof Media]
  : operations[Id] extends { requestBody?: { content: infer Media } }
    ? Media[keyof Media] | undefined
    : undefined;

/** Path, query and body of an operation, each only where it has one. */
export type Input<Id extends OperationId> = Part<'path', operations[Id]['parameters']['path']> &
  Part<'query', operations[Id]['parameters']['query']> &
  Part<'body', Body<Id>>;

/** The body of a success; undefined where it has none. */
export type Output<Id extends OperationId> = Content<Success<Id>>;
