import type { Operation } from '../../../client/src/operation.js';
import type { Credential } from '../keys/credentials.js';
import type { KeyNames } from '../keys/keys.js';
import type { Argument, Arguments } from '../terminal/line.js';
import type { Session } from '../server/session.js';

interface Named {
  /** `['agents', 'create']`. */
  readonly name: readonly string[];
  readonly synonyms?: readonly (readonly string[])[];
  readonly about: string;
  readonly examples?: readonly string[];
}

/** A command that is one operation of the API: its flags are the operation's own values. */
export interface OperationCommand extends Named {
  readonly operation: Operation;
  /** Whether a workspace is named with it; those of an organization or a person have none. */
  readonly workspace: boolean;
  /** A person's key where nothing is said. */
  readonly credential?: Credential;
  /** Shown in a table, in this order; nested ones as `owner.email`. */
  readonly columns?: readonly string[];
  /** What `status` says where the API answers nothing: `deleted`. */
  readonly done?: string;
  /** Flags that no field of the body is named after. */
  readonly more?: readonly Argument[];
  /** Values that every call has, as `include=grants-summary`. */
  readonly query?: (
    given: Arguments,
    session: Session,
  ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
  /** Completes what the flags say field by field. */
  readonly amend?: (
    body: Readonly<Record<string, unknown>>,
    given: Arguments,
  ) => Record<string, unknown> | Promise<Record<string, unknown>>;
}

/** Everything else. */
export interface OwnCommand extends Named {
  readonly arguments?: readonly Argument[];
  /** The rest of the line belongs to somebody else: no flag after the first word is ours. */
  readonly passes?: boolean;
  /** It starts programs of others, which must not find this key nor any other in the environment of `cgw` (R61). */
  readonly keys?: KeyNames;
  run(session: Session, given: Arguments): Promise<Answer>;
}

export type Command = OperationCommand | OwnCommand;

/** What a command tells: a document, or nothing where its output was somebody else's. `status` is the exit status then. */
export type Answer =
  | { readonly document: unknown; readonly columns?: readonly string[]; readonly hint?: false }
  | { readonly status: number };

export function isOperation(command: Command): command is OperationCommand {
  return 'operation' in command;
}
