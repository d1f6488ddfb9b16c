/** npm and pip against a registry and an index of one package each. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../contract/on-demand.mjs';
import { sha512, worldOf } from './stand.mjs';

const NAME = 'tiny-world';
const WHEEL = 'tiny_world-1.0-py3-none-any.whl';
const WITHIN_MS = 60_000;

export const packages = {
  npm: (version) => version && { version, go: npmInstall },
  pip: (version) => version && { version, go: pipDownload },
};

async function npmInstall(environment, { folder, upstream, mode }) {
  const made = join(folder, `npm-${mode}`);
  await mkdir(join(made, 'package'), { recursive: true });
  await mkdir(join(made, 'project'));
  const manifest = { name: NAME, version: '1.0.0', main: 'index.js' };
  await writeFile(join(made, 'package/package.json'), JSON.stringify(manifest));
  await writeFile(join(made, 'package/index.js'), 'module.exports = 42;\n');
  await run('tar', ['czf', 'package.tgz', 'package'], { cwd: made });
  const tarball = await readFile(join(made, 'package.tgz'));
  const dist = { tarball: `${environment.BASE}/npm/${NAME}.tgz`, integrity: sha512(tarball) };
  const metadata = {
    name: NAME,
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': { ...manifest, dist } },
  };
  upstream.answer = worldOf({
    [`/npm/${NAME}`]: { type: 'application/json', content: JSON.stringify(metadata) },
    [`/npm/${NAME}.tgz`]: { type: 'application/octet-stream', content: tarball },
  });
  const registry = `${environment.BASE}/npm/`;
  const token = environment.TOKEN ? `${registry.replace(/^\w+:/, '')}:_authToken=${environment.TOKEN}\n` : '';
  await writeFile(join(made, 'project/.npmrc'), `registry=${registry}\n${token}fetch-retries=0\n`);
  await writeFile(join(made, 'project/package.json'), '{ "private": true }');
  const options = {
    cwd: join(made, 'project'),
    env: { ...environment, npm_config_cache: join(made, 'cache') },
    timeout: WITHIN_MS,
  };
  const { output } = await run('npm', ['install', '--no-audit', '--no-fund', NAME], options);
  const installed = await readFile(join(made, 'project/node_modules', NAME, 'index.js'), 'utf8').catch(
    () => '',
  );
  return { fault: installed.includes('42') ? null : output.slice(-300), output };
}

async function pipDownload(environment, { folder, upstream, mode }) {
  const made = join(folder, `pip-${mode}`);
  await mkdir(made);
  const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    info = "tiny_world-1.0.dist-info/"
    wheel.writestr("tiny_world.py", "answer = 42")
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: tiny-world\\nVersion: 1.0\\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "RECORD", "")`;
  await run('python3', ['-c', script, join(made, WHEEL)]);
  const wheel = await readFile(join(made, WHEEL));
  upstream.answer = worldOf({
    [`/simple/${NAME}/`]: {
      type: 'text/html',
      content: `<!DOCTYPE html><a href="../../files/${WHEEL}">${WHEEL}</a>`,
    },
    [`/files/${WHEEL}`]: { type: 'application/octet-stream', content: wheel },
  });
  const index = environment.BASE.replace('://', environment.TOKEN ? `://x:${environment.TOKEN}@` : '://');
  const options = [
    '--no-deps',
    '--no-cache-dir',
    '--retries',
    '0',
    '--index-url',
    `${index}/simple/`,
    '--dest',
    join(made, 'got'),
    NAME,
  ];
  const { output } = await run('python3', ['-m', 'pip', 'download', ...options], {
    env: { ...environment, PIP_CONFIG_FILE: '/dev/null', PIP_DISABLE_PIP_VERSION_CHECK: '1' },
    timeout: WITHIN_MS,
  });
  const got = await readdir(join(made, 'got')).catch(() => []);
  return { fault: got.includes(WHEEL) ? null : output.slice(-300), output };
}
