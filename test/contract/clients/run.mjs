/**
 * Four generators make clients of the OpenAPI document, and each client has to compile under the strictest settings
 * of its language: `npm run contract:clients`. Then the published command line is run against the server. What needs a toolchain or registry that is not here is skipped aloud.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { commandLineWorks } from './command-line.mjs';
import { npmTools, print, pythonTools, run, writeDocument } from '../on-demand.mjs';

const TYPESCRIPT = 'typescript@5.9.3';
const GO_GENERATOR = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const GO_RUNTIME = 'github.com/oapi-codegen/runtime@v1.8.0';
const STRICT = {
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
};

/** Each resolves with null when it can not be tried here, else with the steps as functions. */
const GENERATORS = {
  'openapi-typescript (tsc --strict)': async (document, folder) => {
    const bin = await npmTools([TYPESCRIPT, 'openapi-typescript@7.13.0']);
    const output = join(folder, 'schema.ts');
    return (
      bin && [[join(bin, 'openapi-typescript'), [document, '--output', output]], await compiled(bin, folder)]
    );
  },
  '@hey-api/openapi-ts (tsc --strict)': async (document, folder) => {
    const bin = await npmTools([TYPESCRIPT, '@hey-api/openapi-ts@0.95.0']);
    const output = join(folder, 'client');
    return (
      bin && [
        [join(bin, 'openapi-ts'), ['--input', document, '--output', output]],
        await compiled(bin, folder),
      ]
    );
  },
  'openapi-python-client (mypy --strict)': async (document, folder) => {
    const bin = await pythonTools(['openapi-python-client==0.29.1', 'mypy==2.4.1']);
    if (bin === null) return null;
    const config = join(folder, 'config.json');
    const client = join(folder, 'client');
    await writeFile(config, JSON.stringify(await pythonConfiguration(document)));
    const options = [
      'generate',
      '--path',
      document,
      '--config',
      config,
      '--output-path',
      client,
      '--fail-on-warning',
    ];
    return [
      [join(bin, 'openapi-python-client'), options],
      [join(bin, 'mypy'), ['--strict', join(client, 'gateway_client')]],
    ];
  },
  'oapi-codegen (go build, go vet)': async (document, folder) => {
    if ((await run('go', ['version'])).code !== 0) return null;
    await writeFile(join(folder, 'go.mod'), 'module client\n\ngo 1.24\n');
    await writeFile(join(folder, 'config.yaml'), GO_CLIENT);
    if ((await run('go', ['get', GO_RUNTIME], { cwd: folder })).code !== 0) return null;
    return [
      ['go', ['run', GO_GENERATOR, '-config', 'config.yaml', document]],
      ['go', ['mod', 'tidy']],
      ['go', ['build', './...']],
      ['go', ['vet', './...']],
    ];
  },
};

/** Formatters of its own are not needed to compile. What is no JSON it reads as text or bytes where it is told which. */
async function pythonConfiguration(document) {
  const { paths } = JSON.parse(await readFile(document, 'utf8'));
  const types = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ requestBody, responses }) => [requestBody, ...Object.values(responses ?? {})])
    .flatMap((body) => Object.keys(body?.content ?? {}));
  const overrides = types
    .filter((type) => !type.endsWith('json') && !FORM.test(type))
    .map((type) => [type, TEXT.test(type) ? 'text/plain' : 'application/octet-stream']);
  return {
    package_name_override: 'gateway_client',
    post_hooks: [],
    content_type_overrides: Object.fromEntries(overrides),
  };
}

const FORM = /^multipart\/|form-urlencoded$/;
const TEXT = /^text\/|\+xml$|x-pem-file$/;

const GO_CLIENT = `package: client
generate:
  models: true
  client: true
output: client.go
`;

const root = await mkdtemp(join(tmpdir(), 'cg-clients-'));
try {
  const document = join(root, 'openapi.json');
  await writeDocument(document);
  for (const [name, prepare] of Object.entries(GENERATORS)) {
    const folder = join(root, name.replace(/\W+/g, '-'));
    await mkdir(folder);
    const steps = await prepare(document, folder);
    print(`${name}: ${steps === null ? 'skipped, its toolchain is not here' : await outcome(steps, folder)}`);
  }
  if (!(await commandLineWorks())) process.exitCode = 1;
} finally {
  await rm(root, { recursive: true, force: true });
}

async function compiled(bin, folder) {
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: STRICT, include: ['**/*.ts'] }),
  );
  return [join(bin, 'tsc'), ['--project', folder]];
}

async function outcome(steps, folder) {
  for (const [program, args] of steps) {
    const { code, output } = await run(program, args, { cwd: folder });
    if (code === 0) continue;
    process.exitCode = 1;
    return `FAILED at ${program} ${args.join(' ')}\n${output.slice(0, 4000)}`;
  }
  return 'compiles';
}
