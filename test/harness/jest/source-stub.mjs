/**
 * What a spec gets for a source file it imports: the names of the module that Node has loaded (`sources.mjs`), so that
 * a class a test holds is the one the server was made of.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { loadSource } from './sources.mjs';

const HERE = readFileSync(import.meta.filename);

export default {
  async processAsync(_source, path) {
    const names = Object.keys(await loadSource(path));
    const code = [
      `const module = await loadSource(${JSON.stringify(path)});`,
      ...names.map((name, index) => `const $${index} = module[${JSON.stringify(name)}];`),
      `export { ${names.map((name, index) => `$${index} as ${name}`).join(', ')} };`,
    ];
    return { code: code.join('\n') };
  },
  getCacheKey(source, path) {
    return createHash('sha256').update(HERE).update(path).update('\0').update(source).digest('hex');
  },
};
