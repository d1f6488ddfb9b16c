/** git against a repository that opens for our credential only. */
import { readFile, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { run } from '../contract/on-demand.mjs';
import { loadSource } from '../harness/jest/sources.mjs';
import { SECRET } from './stand.mjs';

const AUTHOR = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Agent',
  GIT_AUTHOR_EMAIL: 'agent@example.test',
  GIT_COMMITTER_NAME: 'Agent',
  GIT_COMMITTER_EMAIL: 'agent@example.test',
};

export async function repository(version) {
  const { gitBackend, startGitServer } = await loadSource(
    join(import.meta.dirname, '../harness/upstreams/git-server.ts'),
  );
  const backend = gitBackend();
  if (version === null || backend === null) return null;
  const server = await startGitServer(backend);
  return {
    version,
    go: (environment, place) => cloneAndPush(server, environment, place),
    close: () => server.remove(),
  };
}

async function cloneAndPush(server, environment, { folder, upstream, mode }) {
  upstream.answer = (request, response, { body }) => {
    if (request.headers.authorization === `Bearer ${SECRET}`) server.answer(request, response, body);
    else response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  };
  const copy = join(folder, `copy-${mode}`);
  const token = environment.TOKEN ? ['-c', `http.extraHeader=X-Agent-Token: ${environment.TOKEN}`] : [];
  const said = [];
  const git = async (...args) => {
    const { code, output } = await run('git', [...token, ...args], {
      env: { ...environment, ...AUTHOR },
      timeout: 60_000,
    });
    said.push(output);
    if (code !== 0) throw new Error(`git ${args[0]}: ${output.slice(-300)}`);
  };
  try {
    await git('clone', '--quiet', `${environment.BASE}${server.path}`, copy);
    await readFile(join(copy, 'README'));
    // More than git's buffer of 1 MiB, so that the push is chunked.
    await writeFile(join(copy, `large-${mode}`), randomBytes(2_000_000));
    await git('-C', copy, 'add', '.');
    await git('-C', copy, 'commit', '--quiet', '--message', `by ${mode}`);
    await git('-C', copy, 'push', '--quiet', 'origin', 'main');
  } catch (error) {
    return { fault: error.message, output: said.join('') };
  }
  const arrived = server.subjects()[0] === `by ${mode}`;
  return { fault: arrived ? null : 'the push did not arrive', output: said.join('') };
}
