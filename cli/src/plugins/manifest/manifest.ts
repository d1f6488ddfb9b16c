/** What a plugin says of itself (07 B3). */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly auth: {
    readonly required: boolean;
    readonly local_flow?: string;
    readonly scopes?: readonly string[];
  };
  readonly commands: readonly ManifestCommand[];
}

interface ManifestCommand {
  readonly name: string;
  readonly description: string;
  readonly args: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly description: string;
  }[];
}

/** Why what a plugin said is no manifest. */
export class InvalidManifest extends Error {}

/** Of semver.org, with the optional `v`. */
const VERSION =
  /^v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*)?(\+[\da-zA-Z-]+(\.[\da-zA-Z-]+)*)?$/;
const LONGEST_VERSION = 128;

export function isVersion(text: string): boolean {
  return text.length <= LONGEST_VERSION && VERSION.test(text);
}

/** `name` is that of the executable. Fields that are not known are left out. */
export function manifestOf(said: unknown, name: string): Manifest {
  const fields = objectOf(said, 'the manifest');
  const own = textOf(fields['name'], 'name');
  if (own !== name) throw new InvalidManifest(`it calls itself ${JSON.stringify(own.slice(0, 64))}`);
  const version = textOf(fields['version'], 'version');
  if (!isVersion(version)) throw new InvalidManifest('version is not a semantic version');
  const auth = objectOf(fields['auth'], 'auth');
  return {
    name,
    version,
    description: textOf(fields['description'], 'description'),
    auth: {
      required: booleanOf(auth['required'], 'auth.required'),
      ...(auth['local_flow'] !== undefined && {
        local_flow: textOf(auth['local_flow'], 'auth.local_flow'),
      }),
      ...(auth['scopes'] !== undefined && {
        scopes: listOf(auth['scopes'], 'auth.scopes').map((scope) => textOf(scope, 'auth.scopes')),
      }),
    },
    commands: listOf(fields['commands'], 'commands').map(commandOf),
  };
}

/** Below a command only its name must be there: what is empty is left out by many who write JSON. */
function commandOf(said: unknown): ManifestCommand {
  const fields = objectOf(said, 'a command');
  return {
    name: textOf(fields['name'], 'commands[].name'),
    description: textOf(fields['description'] ?? '', 'commands[].description'),
    args: listOf(fields['args'] ?? [], 'commands[].args').map((one) => {
      const arg = objectOf(one, 'commands[].args[]');
      return {
        name: textOf(arg['name'], 'commands[].args[].name'),
        required: booleanOf(arg['required'] ?? false, 'commands[].args[].required'),
        description: textOf(arg['description'] ?? '', 'commands[].args[].description'),
      };
    }),
  };
}

function objectOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw new InvalidManifest(`${what} is not an object`);
}

function listOf(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw new InvalidManifest(`${what} is not a list`);
}

function textOf(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new InvalidManifest(`${what} is not a string`);
}

function booleanOf(value: unknown, what: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new InvalidManifest(`${what} is neither true nor false`);
}
