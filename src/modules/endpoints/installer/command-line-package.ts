import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../../kernel/config/kinds/config-files.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { installerErrors } from './installer.errors.js';

let kept: Promise<Buffer> | undefined;

/** `dist/cli/cgw.tgz`, some tens of kilobytes that the build made. Throws flat `503` where it made none. */
export function commandLinePackage(): Promise<Buffer> {
  return (kept ??= readFile(join(packageRoot(), 'dist/cli/cgw.tgz')).catch((cause: unknown) => {
    kept = undefined;
    throw new AppError(installerErrors.command_line_missing, { cause });
  }));
}
