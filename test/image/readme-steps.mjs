/** The commands of README's "The main job by hand", run as they stand; only what they leave out is put in from answers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../contract/on-demand.mjs';

const README = join(import.meta.dirname, '..', '..', 'README.md');
/** `KEY=oc_...`: which field of the answer before it is meant. */
const LEFT_OUT = /^(\w+)=\S*\.\.\.(?:;|\s)/;
const FIELDS = { KEY: ['apiKey'], SECRET: ['id'], AGENT: ['id'], TOKEN: ['accessToken'] };

/** All that the commands print. They run in `folder`. */
export async function readmeSteps(folder) {
  const section = (await readFile(README, 'utf8')).split('\n## The main job by hand\n')[1];
  const [, block] = /```sh\n([\s\S]*?)```/.exec(section);
  const variables = {};
  let commands = [];
  let printed = '';
  const execute = async () => {
    const env = { ...process.env, ...variables };
    const { code, stdout, output } = await run('bash', ['-euo', 'pipefail', '-c', commands.join('\n')], {
      cwd: folder,
      env,
    });
    if (code !== 0)
      throw new Error(`README's commands ended with ${code}:\n${commands.join('\n')}\n${output}`);
    commands = [];
    printed += output;
    return stdout;
  };
  for (const line of block.split('\n')) {
    const address = /^API=(\S+)$/.exec(line);
    if (address !== null) variables.API = address[1];
    else if (LEFT_OUT.test(line)) Object.assign(variables, fieldsOf(line, JSON.parse(await execute())));
    else commands.push(line);
  }
  await execute();
  return printed;
}

function fieldsOf(line, answer) {
  const names = [...line.matchAll(/(\w+)=\S*\.\.\./g)].map(([, name]) => name);
  return Object.fromEntries(
    names.map((name) => {
      const value = answer[FIELDS[name][0]];
      if (typeof value !== 'string') throw new Error(`README wants ${name} of ${JSON.stringify(answer)}`);
      return [name, value];
    }),
  );
}
