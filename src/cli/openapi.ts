import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { CommandFailure } from './deployment/command-failure.js';
import { note, print, prose } from './deployment/output.js';

const ABOUT = `Prints the OpenAPI 3.1 document that the server returns at /openapi.json. Needs no database and no running
server. Edition and public URLs come from the settings, as in the server.`;

export function openapiCommand(): Command {
  return new Command('openapi')
    .summary('print the OpenAPI document')
    .description(prose(ABOUT))
    .option('-o, --output <file>', 'write it to this file instead of standard output')
    .action(async ({ output }: { output?: string }) => {
      // The whole application comes with it: seconds that the other commands need not wait.
      const { describeApi } = await import('../api-description.js');
      const text = JSON.stringify(await describeApi(), null, 2);
      if (output === undefined) return print(text);
      await writeFile(output, `${text}\n`).catch((error: unknown) => {
        throw new CommandFailure(`${output} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
      });
      note(`Wrote ${output}.`);
    });
}
