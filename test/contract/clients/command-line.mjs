/**
 * The published Go command line (07 C6) against the running server, where the module proxy serves it. Its second generation
 * keeps the module path of the first, so that only versions 1.x can be installed by their number.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { loadSource } from '../../harness/jest/sources.mjs';
import { print, run } from '../on-demand.mjs';

const MODULE = 'github.com/onecli/onecli-cli/cmd/onecli@v1.4.0';
const NEW_SECRET = [
  '--name',
  'Example',
  '--type',
  'generic',
  '--value',
  'v',
  '--host-pattern',
  'a.example.test',
];

/** Arguments, and the exit status of 07 C6. */
const COMMANDS = [
  [['auth', 'status'], 0],
  [['agents', 'list'], 0],
  [['agents', 'get-default'], 0],
  [['agents', 'create', '--name', 'Bot', '--identifier', 'bot'], 0],
  [['agents', 'create', '--name', 'Bot', '--identifier', 'bot'], 4],
  [['agents', 'delete', '--id', 'nobody'], 3],
  [['secrets', 'create', ...NEW_SECRET, '--header-name', 'x-key'], 0],
  [['secrets', 'list'], 0],
  [['apps', 'list'], 0],
  [['rules', 'list'], 1],
];

/** Whether all went as it should; true where it cannot be had. */
export async function commandLineWorks() {
  const folder = await mkdtemp(join(tmpdir(), 'cg-go-'));
  try {
    const installed = await run('go', ['install', MODULE], { env: { ...process.env, GOBIN: folder } });
    if (installed.code === 0) return await answersAll(join(folder, 'onecli'), folder);
    print('Go command line 1.x: skipped, it cannot be installed here');
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function answersAll(program, folder) {
  const harness = (name) => loadSource(join(import.meta.dirname, '../../harness', name));
  const [{ startTestCluster }, { startServer }, { signUpOwner }] = await Promise.all(
    ['test-cluster.ts', 'server.ts', 'accounts.ts'].map(harness),
  );
  const cluster = await startTestCluster(join(folder, 'cluster'));
  process.env.TEST_DATABASE_ADMIN_URL = cluster.adminUrl;
  const server = await startServer();
  try {
    const { apiKey } = await signUpOwner(server);
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      ONECLI_API_HOST: server.apiUrl,
      ONECLI_API_KEY: apiKey,
    };
    let all = true;
    for (const [args, status] of COMMANDS) {
      const { code, output } = await run(program, args, { env });
      if (code !== status)
        print(`Go command line, ${args.join(' ')}: exit ${code}, not ${status}\n${output}`);
      all &&= code === status;
    }
    if (all) print(`Go command line 1.x: ${COMMANDS.length} commands end as they should`);
    return all;
  } finally {
    await server.close();
    await cluster.stop();
  }
}

if (import.meta.main) process.exit((await commandLineWorks()) ? 0 : 1);
