import type { SecretBox } from '../kernel/crypto/secret-box.js';
import type { Queryable } from '../kernel/database/queryable.js';
import { SealedValues } from '../kernel/key-rotation/sealed-values.js';

/** Everything this deployment keeps sealed. Modules declare it themselves, so all of them are loaded first. */
export async function storedValues(db: Queryable, box: SecretBox): Promise<SealedValues> {
  await import('../app.module.js');
  return new SealedValues(db, box);
}
