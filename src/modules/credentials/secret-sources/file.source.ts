import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { Field } from '../../../kernel/http/fields.js';
import type { SecretSourceKind, SecretSourceResolver } from './secret-source.js';

/** Files of the data directory's `secrets/<workspace>/`, each a value. */
const FOLDER = 'secrets';
/** The longest value in characters of four bytes, and a line break. */
const MAX_BYTES = 40_001;
const NAME = {
  optional: true,
  trim: true,
  maxLength: 100,
  pattern: /^[A-Za-z0-9_-]+$/,
  description: 'Required for `file`: the name of a file of the operator.',
};

@Injectable()
class FileResolver implements SecretSourceResolver {
  constructor(private readonly configuration: Configuration) {}

  async resolve(name: string, { workspaceId }: { workspaceId: string }): Promise<string | null> {
    const file = await open(join(this.configuration.dataDir, FOLDER, workspaceId, name)).catch(() => null);
    if (file === null) return null;
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } catch {
      return null;
    } finally {
      await file.close();
    }
  }
}

export const fileSource: SecretSourceKind = {
  kind: 'file',
  levels: ['workspace'],
  referenceField: 'fileName',
  referenceMissing: 'fileName is required for secrets from files',
  fields: {
    create: { fileName: Field.string(NAME) },
    update: { fileName: Field.string(NAME) },
    answer: { fileName: Field.string({ optional: true }) },
  },
  read: (body) => ({ reference: (body as { fileName?: string }).fileName }),
  shown: (reference) => (reference === null ? {} : { fileName: reference }),
  retention: 'resolver',
  leftBehind: 'The value stays in a file; place it there again.',
  resolver: FileResolver,
  modules: [],
};
