import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './on-demand.mjs';

const ROOT = join(import.meta.dirname, '../..');

/** As strict as TypeScript is, with the declarations of the package checked too. */
const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: false,
  target: 'es2023',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
};

export interface PackedClient {
  /** What is in the tarball. */
  files: string[];
  /** Compiles `program.ts` beside the installed package, and answers what the compiler says. */
  compile(program: string): Promise<string>;
  /** Runs what was compiled by this Node.js, and answers what it prints. */
  run(node: string, env: Record<string, string>): Promise<string>;
  remove(): Promise<void>;
}

/** The package as the registry would get it, made of a copy so that the sources stay as they are, installed by itself. */
export async function packClient(): Promise<PackedClient> {
  const folder = await mkdtemp(join(tmpdir(), 'cg-client-'));
  const sources = join(folder, 'sources');
  const consumer = join(folder, 'consumer');
  const installed = join(consumer, 'node_modules/@credential-gateway/client');
  const isSource = (path: string): boolean => !path.startsWith(join(ROOT, 'client/dist'));
  await cp(join(ROOT, 'client'), join(sources, 'client'), { recursive: true, filter: isSource });
  await cp(join(ROOT, 'tsconfig.json'), join(sources, 'tsconfig.json'));
  await symlink(join(ROOT, 'node_modules'), join(sources, 'node_modules'));
  await mkdir(installed, { recursive: true });
  const PATH = [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(':');
  const options = ['pack', '--json', '--offline', '--pack-destination', folder];
  const packed = await must('npm', options, { cwd: join(sources, 'client'), env: { ...process.env, PATH } });
  const [{ filename, files }] = JSON.parse(packed.slice(packed.indexOf('[\n'))) as [Packed];
  await must('tar', ['xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  await writeFile(join(consumer, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(consumer, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: STRICT, files: ['program.ts'] }),
  );
  return {
    files: files.map(({ path }) => path),
    compile: async (program) => {
      await writeFile(join(consumer, 'program.ts'), program);
      const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
      return (await run(process.execPath, [compiler, '--project', consumer])).output;
    },
    run: (node, env) => must(node, [join(consumer, 'program.js')], { env }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

interface Packed {
  filename: string;
  files: { path: string }[];
}

async function must(program: string, args: string[], options: object = {}): Promise<string> {
  const { code, stdout, output } = await run(program, args, options);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${output}`);
  return stdout;
}

/** Every Node.js in the path that the package says it runs on, the one of this run among them. */
export async function nodesFrom(oldest: number): Promise<string[]> {
  const folders = (process.env['PATH'] ?? '').split(':');
  const candidates = [...new Set([process.execPath, ...folders.map((each) => join(each, 'node'))])];
  const versions = await Promise.all(
    candidates.map(async (node) => ({ node, ...(await run(node, ['--version'])) })),
  );
  const found = new Map<string, string>();
  for (const { node, code, stdout } of versions)
    if (code === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) >= oldest) found.set(stdout, node);
  return [...found.values()];
}
