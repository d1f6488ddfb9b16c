import { readFileSync } from 'node:fs';
import { RequestRefused } from '../../../client/src/failure.js';
import type { Field, Input, OperationId, Output } from '../../../client/src/operation.js';
import { filled } from '../../../client/src/send.js';
import { flagOf, leaves, pathArguments } from '../command-line/arguments.js';
import { isObject } from '../terminal/answers.js';
import type { Arguments } from '../terminal/line.js';
import type { Answer, OperationCommand } from '../command-line/command.js';
import { CommandFailure, misused } from '../terminal/failure.js';
import type { Session } from '../server/session.js';
import { standardInput } from '../terminal/standard-input.js';

/** Shown in place of them wherever a request is shown. */
const SECRET_FIELDS = new Set([
  'value',
  'fields',
  'clientSecret',
  'password',
  'token',
  'service_account_token',
]);

/** Sends a command's operation with the values of its line. */
export async function requested(
  command: OperationCommand,
  session: Session,
  given: Arguments,
): Promise<Answer> {
  const { operation, columns, done } = command;
  const path = pathOf(command, given);
  // Before any request, that for the workspace included (07 B9.4).
  filled(operation.path, path);
  const body = await bodyOf(command, given);
  const query = { ...queryOf(command, given), ...(await command.query?.(given, session)) };
  if (given.flags['dry-run'] === true)
    return {
      document: {
        dry_run: true,
        description: operation.about,
        payload: { ...path, ...(redacted(body, operation.body.length === 0) as object) },
      },
    };
  const input = { path, query, body } as unknown as Input<OperationId>;
  const answer = await asked(command, session, input);
  const tells = answer !== undefined && !(done !== undefined && isBareSuccess(answer));
  return {
    document: tells ? answer : { status: done ?? 'ok', ...namedAsFlags(command, path) },
    ...(columns && { columns }),
  };
}

/** It says no more than the status did: what was done to what says more (07 B11). */
function isBareSuccess(answer: unknown): boolean {
  return isObject(answer) && Object.keys(answer).length === 1 && answer['success'] === true;
}

/** `id` as it was typed, whatever the path calls it. */
function namedAsFlags({ operation }: OperationCommand, path: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    pathArguments(operation).map(({ parameter, name }) => [
      name === '--id' ? 'id' : parameter,
      path[parameter],
    ]),
  );
}

async function asked(
  { operation, workspace, credential }: OperationCommand,
  session: Session,
  input: Input<OperationId>,
): Promise<Output<OperationId>> {
  if (workspace) return session.askInWorkspace(operation, input);
  if (credential === undefined) return session.ask(operation, input);
  try {
    return await session.ask(operation, input, await credential.read());
  } catch (error) {
    if (error instanceof RequestRefused && error.status === 401)
      throw new CommandFailure(error.message, 'AUTH_REQUIRED', credential.action);
    throw error;
  }
}

function pathOf({ operation, name }: OperationCommand, { flags, words }: Arguments): Record<string, string> {
  const parameters = pathArguments(operation);
  const [first] = parameters;
  // Which of the two is meant is not guessed.
  if (first !== undefined && words[0] !== undefined && flags[first.name.slice(2)] !== undefined)
    throw misused(`Unexpected argument "${words[0]}": ${first.name} is already given.`, name);
  return Object.fromEntries(
    parameters.map(({ parameter, name: flag }, at) => {
      const value = flags[flag.slice(2)] ?? (at === 0 ? words[0] : undefined);
      if (value === undefined) throw misused(`${flag} is missing.`, name);
      return [parameter, String(value)];
    }),
  );
}

function queryOf({ operation, name }: OperationCommand, { flags }: Arguments): Record<string, unknown> {
  return Object.fromEntries(
    operation.query.map((field) => {
      const value = flags[flagOf(field.name).slice(2)];
      if (value === undefined && field.required === true)
        throw misused(`${flagOf(field.name)} is missing.`, name);
      return [field.name, value];
    }),
  );
}

async function bodyOf(command: OperationCommand, given: Arguments): Promise<unknown> {
  const { operation, name, more = [] } = command;
  const { json } = given.flags;
  const absent = more.find((flag) => flag.required === true && given.flags[flag.name.slice(2)] === undefined);
  if (absent !== undefined) throw misused(`${absent.name} is missing.`, name);
  const flags = leaves(operation.body).filter(
    ([{ name: field }]) => given.flags[flagOf(field).slice(2)] !== undefined,
  );
  if (json === undefined)
    return operation.body.length === 0 ? command.amend?.({}, given) : assembled(flags, given, command);
  if (flags.length > 0)
    throw misused(`--json is the whole body and cannot be combined with ${flagOf(flags[0]![0].name)}.`, name);
  return parsedJson(String(json), '--json', name);
}

async function assembled(
  flags: readonly (readonly [Field, string?])[],
  given: Arguments,
  { operation, name, amend }: OperationCommand,
): Promise<Record<string, unknown>> {
  const said: Record<string, unknown> = {};
  for (const [field, parent] of flags) {
    const value = await valueOf(field, String(given.flags[flagOf(field.name).slice(2)]), name);
    if (parent === undefined) said[field.name] = value;
    else said[parent] = { ...(said[parent] as object | undefined), [field.name]: value };
  }
  const body = (await amend?.(said, given)) ?? said;
  const missing = operation.body.find((field) => field.required === true && body[field.name] === undefined);
  if (missing !== undefined)
    throw misused(`${flagOf(missing.fields?.[0]?.name ?? missing.name)} is missing.`, name);
  return body;
}

/** `-` is what comes on standard input, so that a secret need not stand in a shell's history. */
async function valueOf({ name, type }: Field, given: string, command: readonly string[]): Promise<unknown> {
  const flag = flagOf(name);
  if (given === '-' && type === 'string') return standardInput(flag.slice(2));
  switch (type) {
    case 'integer':
    case 'number': {
      const number = Number(given);
      if (given.trim() === '' || !Number.isFinite(number))
        throw misused(`${flag} must be a number.`, command);
      return number;
    }
    case 'boolean':
      return given === 'true';
    case 'strings':
      return given === '' ? [] : given.split(',').map((one) => one.trim());
    case 'json':
    case 'object':
      return parsedJson(given, flag, command);
    default:
      return given;
  }
}

/** Of a flag's value, or of standard input where that is `-`. */
export async function parsedJson(given: string, flag: string, command: readonly string[]): Promise<unknown> {
  const text = given === '-' ? await standardInput(flag.slice(2)) : given;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw misused(`${flag} is not JSON.`, command);
  }
}

/** Of a body without declared fields, as an app's own settings, nobody knows which are secret: all of them are. */
function redacted(value: unknown, all = false): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => redacted(one, all));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      SECRET_FIELDS.has(key) || (all && key !== 'status') ? '***' : redacted(inner),
    ]),
  );
}

/** The content of `--file` as the value of a secret. */
export function fileValue({ flags }: Arguments): string | undefined {
  const { file } = flags;
  if (typeof file !== 'string') return undefined;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
