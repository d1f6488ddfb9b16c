/** The credentials that a plugin gets in addition to the caller's environment (07 B5.1). */
export interface PluginCredentials {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly token_type?: string;
  readonly expires_at?: string;
}

/** An environment variable has at most 128 KiB on Linux, its name included. */
const LONGEST = 64 * 1024;

/** Undefined if the credential is incomplete or does not fit into an environment variable. */
export function credentialsOf(said: unknown): PluginCredentials | undefined {
  if (typeof said !== 'object' || said === null) return undefined;
  const fields = said as Readonly<Record<string, unknown>>;
  const given = ['access_token', 'refresh_token', 'token_type', 'expires_at']
    .map((name) => [name, fields[name]] as const)
    // Many programs write null or an empty text for a missing value.
    .filter(([, value]) => value !== undefined && value !== null && value !== '');
  if (!given.every(([, value]) => isHandedOver(value))) return undefined;
  const { access_token, ...others } = Object.fromEntries(given) as Record<string, string>;
  if (access_token === undefined) return undefined;
  if (others['expires_at'] !== undefined && Number.isNaN(Date.parse(others['expires_at']))) return undefined;
  return { access_token, ...others };
}

function isHandedOver(value: unknown): value is string {
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  return typeof value === 'string' && value.length <= LONGEST && !/[\u0000-\u001f\u007f]/.test(value);
}
