/**
 * Every client and what it does. Each entry prepares (null where its toolchain or registry is missing) and resolves with
 * its version and with `go(environment, place)`, which runs it once and resolves with what came of it.
 */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import { npmTools, pythonTools, run } from '../contract/on-demand.mjs';
import { packages } from './packages.mjs';
import { repository } from './repository.mjs';
import { STREAMED } from './stand.mjs';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAMS = join(import.meta.dirname, 'programs');
const NPM = ['axios@1.21.1', 'openai@7.57.0', '@anthropic-ai/sdk@1.12.0'];
const PYTHON = ['requests==2.34.2', 'httpx[http2]==0.28.1', 'aiohttp==3.14.5'];
/** As in its Cargo.toml. */
const REQWEST = '0.12.24';
const BYTES = 1_000_000;
const WITHIN_MS = 60_000;
/** Compiling, the first time. */
const BUILT_WITHIN_MS = 600_000;

/** Asked, sent a megabyte and read it back, refused with a reason: on one connection where the client keeps it. */
const ERRAND = { hello: 'the world says hello', echo: BYTES, blocked: 403 };

export const CLIENTS = {
  curl: async () => {
    const known = await version('curl', ['--version']);
    return known && { version: known, go: curl('--http1.1', () => '1.1') };
  },
  'curl, HTTP/2': async () => {
    const known = await version('curl', ['--version']);
    return (
      known && { version: known, go: curl('--http2', (base) => (base.startsWith('https') ? '2' : '1.1')) }
    );
  },
  'git clone, push': async () => repository(await version('git', ['--version'])),
  'npm install': async () => packages.npm(await version('npm', ['--version'])),
  'pip download': async () => packages.pip(await version('python3', ['-m', 'pip', '--version'])),
  'Python requests': () => python(0, 'requests'),
  'Python httpx': () => python(1, 'httpx'),
  'Python httpx, HTTP/2': () => python(1, 'httpx-http2'),
  'Python aiohttp': () => python(2, 'aiohttp'),
  'Go net/http': goProgram,
  'Java java.net.http': javaProgram,
  'Rust reqwest': rustProgram,
  'Node fetch': () => node('fetch', process.version),
  'Node http, https': () => node('http', process.version),
  'Node undici': () => ours('undici'),
  'Node axios': () => theirs('axios', NPM[0]),
  'Node ws': () => ours('ws', { code: 1000, said: [3, 3, BYTES] }),
  'OpenAI SDK, streaming': () => theirs('openai', NPM[1], { text: STREAMED }),
  'Anthropic SDK, streaming': () => theirs('anthropic', NPM[2], { text: STREAMED }),
};

async function version(program, args) {
  const { code, output } = await run(program, args);
  return code === 0 ? (/\d+\.\d+(\.\d+)?/.exec(output)?.[0] ?? null) : null;
}

const numberOf = (name) => /[\d.]+$/.exec(name)[0];

/** Runs a program that prints one JSON line, and holds it against what is expected. */
function printing(program, args, expected = ERRAND) {
  return async (environment, { folder }) => {
    const { code, stdout, output } = await run(program, args, {
      cwd: folder,
      env: environment,
      timeout: WITHIN_MS,
    });
    if (code !== 0) return { fault: lastLines(output), output };
    const { reason, ...said } = JSON.parse(stdout);
    const readable = reason === undefined || JSON.parse(reason).error !== undefined;
    const right = readable && isDeepStrictEqual(said, expected);
    return { fault: right ? null : `said ${stdout.slice(0, 300)}`, output };
  };
}

const lastLines = (output) => output.trim().split('\n').slice(-9).join(' / ').slice(0, 600);

/** `spoken`: the version that has to come of it, by the base URL. */
const curl =
  (flag, spoken) =>
  async (environment, { folder }) => {
    await writeFile(join(folder, 'body'), Buffer.alloc(BYTES, 'z'));
    const token = environment.TOKEN ? ['--header', `x-agent-token: ${environment.TOKEN}`] : [];
    const ask = (path, ...more) =>
      run(
        'curl',
        [
          '--silent',
          '--show-error',
          flag,
          '--write-out',
          '\n%{http_code} %{http_version}',
          ...token,
          ...more,
          environment.BASE + path,
        ],
        {
          cwd: folder,
          env: environment,
          timeout: WITHIN_MS,
        },
      );
    const all = [await ask('/hello'), await ask('/echo', '--data-binary', '@body'), await ask('/blocked')];
    const [hello, echo, blocked] = all.map(({ stdout }) => stdout);
    const by = spoken(environment.BASE);
    const right =
      hello === `${ERRAND.hello}\n200 ${by}` &&
      echo.length === BYTES + `\n200 ${by}`.length &&
      blocked.endsWith(`\n403 ${by}`);
    return {
      fault: right ? null : lastLines(hello + blocked),
      output: all.map(({ output }) => output).join(''),
    };
  };

const node = (way, known, expected, home = ROOT) => ({
  version: numberOf(known),
  go: (environment, place) =>
    printing(
      process.execPath,
      [join(PROGRAMS, 'node.mjs'), way],
      expected,
    )({ ...environment, PACKAGES: home }, place),
});

/** With a package of this repository. */
async function ours(way, expected) {
  const manifest = await readFile(join(ROOT, 'node_modules', way, 'package.json'), 'utf8');
  return node(way, JSON.parse(manifest).version, expected);
}

/** With one that is installed at need. */
async function theirs(way, known, expected) {
  const bin = await npmTools(NPM);
  return bin && node(way, known, expected, dirname(dirname(bin)));
}

async function python(index, way) {
  const bin = await pythonTools(PYTHON);
  const program = bin && join(bin, 'python3');
  return (
    program && { version: numberOf(PYTHON[index]), go: printing(program, [join(PROGRAMS, 'errand.py'), way]) }
  );
}

/** Built once into the folder of the run. */
function built(known, build) {
  return (
    known && {
      version: known,
      go: async (environment, place) => {
        place.built ??= build(place.folder);
        const { program, args = [], fault } = await place.built;
        return fault ? { fault, output: '' } : printing(program, args)(environment, place);
      },
    }
  );
}

async function compiled(program, args, options, made) {
  const { code, output } = await run(program, args, { timeout: BUILT_WITHIN_MS, ...options });
  return code === 0 ? made : { fault: lastLines(output) };
}

async function goProgram() {
  return built(await version('go', ['version']), (folder) => {
    const program = join(folder, 'errand-go');
    const env = { ...process.env, GO111MODULE: 'off', GOTOOLCHAIN: 'local' };
    return compiled('go', ['build', '-o', program, join(PROGRAMS, 'errand.go')], { env }, { program });
  });
}

async function javaProgram() {
  return built(await version('javac', ['-version']), (folder) => {
    // Basic authentication of a tunnel is off by default.
    const args = ['-Djdk.http.auth.tunneling.disabledSchemes=', '-cp', folder, 'Errand'];
    return compiled('javac', ['-d', folder, join(PROGRAMS, 'Errand.java')], {}, { program: 'java', args });
  });
}

async function rustProgram() {
  return built((await version('cargo', ['--version'])) && REQWEST, async () => {
    // Kept for later runs, as other tools are.
    const folder = join(tmpdir(), 'cg-tools-rust-reqwest');
    await cp(join(PROGRAMS, 'reqwest'), folder, { recursive: true });
    const args = ['build', '--release', '--quiet'];
    return compiled('cargo', args, { cwd: folder }, { program: join(folder, 'target/release/errand') });
  });
}
