import { readFileSync } from 'node:fs';
import { configFile, packageRoot } from '../../../kernel/config/kinds/config-files.js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../kernel/errors/app-error.js';
import { installerErrors } from './installer.errors.js';

let kept: Promise<Buffer> | undefined;

/** What one machine needs; every value has passed the patterns of `InstallScriptQuery`, which hold no quote. */
export interface InstallScriptValues {
  /** Without trailing slash. */
  url: string;
  key: string;
  tool: string;
  agent: string;
}

const BODY = readFileSync(configFile('install-cli.sh'), 'utf8');
/** The last line of defence: nothing else can stand between single quotes here, whatever was checked before. */
const PLAIN = /^[A-Za-z0-9_.:/~[\]-]*$/;

/** `config/install-cli.sh` with its four variables set; nothing of a request gets in elsewhere (01 §19.9.1). */
export function installScript(installation: InstallScriptValues): string {
  const { url, key, tool, agent } = installation;
  const settings = { CG_URL: url, CG_KEY: key, CG_TOOL: tool, CG_AGENT: agent };
  const lines = Object.entries(settings).map(([name, value]) => {
    if (!PLAIN.test(value)) throw new Error(`${name} holds a character that must not enter a script`);
    return `${name}='${value}'`;
  });
  return `#!/bin/sh\n${lines.join('\n')}\n${BODY}`;
}

/** `dist/cli/cgw.tgz`, some tens of kilobytes that the build made. Throws flat `503` where it made none. */
export function commandLinePackage(): Promise<Buffer> {
  return (kept ??= readFile(join(packageRoot(), 'dist/cli/cgw.tgz')).catch((cause: unknown) => {
    kept = undefined;
    throw new AppError(installerErrors.command_line_missing, { cause });
  }));
}
