import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SecretBox } from '../../kernel/crypto/secret-box.js';
import type { Queryable } from '../../kernel/database/statements/queryable.js';
import { SealedValues } from '../../kernel/key-rotation/sealed-values.js';

const MODULES = join(import.meta.dirname, '../../modules');
const ENTITY = /\.entity\.[jt]s$/;

/**
 * Everything this deployment keeps sealed. Modules declare it on their entities, so all of these are loaded first; the
 * whole application would declare no more, and takes a second of a processor to load.
 */
export async function storedValues(db: Queryable, box: SecretBox): Promise<SealedValues> {
  const files = (await readdir(MODULES, { recursive: true })).filter((name) => ENTITY.test(name));
  await Promise.all(files.map((name) => import(pathToFileURL(join(MODULES, name)).href)));
  return new SealedValues(db, box);
}
