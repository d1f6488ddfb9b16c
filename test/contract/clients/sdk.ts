/**
 * The published SDK as its users have it: the newest of the registry, and one of the releases that still ask under /api.
 * Test-only, in exact versions; nothing of the product imports it.
 */
import { createRequire } from 'node:module';
import { OneCLI } from '@onecli-sh/sdk';
import { OneCLI as FormerOneCLI } from 'onecli-sdk-0';

const manifest = createRequire(import.meta.url);
const versionOf = (name: string): string => {
  const entry = manifest.resolve(name);
  const folder = entry.slice(0, entry.lastIndexOf('/lib/'));
  return (manifest(`${folder}/package.json`) as { version: string }).version;
};

export const SDK = `npm SDK ${versionOf('@onecli-sh/sdk')}`;
export const FORMER_SDK = `npm SDK ${versionOf('onecli-sdk-0')}`;

export interface Account {
  url: string;
  apiKey: string;
  gatewayUrl?: string;
  projectId?: string;
}

export const sdkOf = (account: Account): OneCLI => new OneCLI(account);
export const formerSdkOf = ({ url, apiKey }: Account): FormerOneCLI => new FormerOneCLI({ url, apiKey });

/** What a launcher does with the arguments for `docker run`: the variables, and where their files are on this machine. */
export function asStarted(args: readonly string[]): {
  env: Record<string, string>;
  files: Map<string, string>;
} {
  const valuesOf = (flag: string): string[] =>
    args.flatMap((arg, at) => (arg === flag ? [args[at + 1]!] : []));
  const env = Object.fromEntries(
    valuesOf('-e').map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
  const files = new Map(
    valuesOf('-v').map((mount) => mount.split(':').slice(0, 2).reverse() as [string, string]),
  );
  return { env, files };
}
