/**
 * The two keys a deployment stands on (01 §26.3, R8, R18): given by the operator, or generated once into
 * DATA_DIR. Which combinations must be given is the configuration's decision; whoever arrives here with a
 * missing key may have one made.
 */
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { inDataDir } from '../config/folders.js';
import { encryptionKey, signingSecret } from '../config/kinds/kinds.js';
import { InvalidValue, type Kind } from '../config/kinds/setting.js';
import { ENCRYPTION_KEY_FILE, newEncryptionKey, readPreviousKeys } from './generated-keys.js';
import { readOrCreate } from './once-file.js';
import { randomHex } from './tokens.js';

export const SESSION_SECRET_FILE = 'session-secret';
const SESSION_SECRET_BYTES = 32;

@Injectable()
export class DeploymentKeys {
  readonly encryptionKey: Buffer;
  readonly previousKeys: readonly Buffer[];
  readonly sessionSecret: string;
  /** Files that hold generated keys; their names may be printed, their content never. */
  readonly generatedFiles: readonly string[];

  constructor(configuration: Configuration) {
    const files: string[] = [];
    const kept = <T>(name: string, kind: Kind<T>, make: () => string): T => {
      const path = join(configuration.dataDir, name);
      files.push(path);
      return inDataDir(configuration.dataDir, () => readKey(path, kind, make));
    };
    this.encryptionKey =
      configuration.secretEncryptionKey ?? kept(ENCRYPTION_KEY_FILE, encryptionKey, newEncryptionKey);
    this.previousKeys = [
      ...configuration.secretEncryptionKeysPrevious,
      ...(configuration.secretEncryptionKey === null ? readPreviousKeys(configuration.dataDir) : []),
    ];
    this.sessionSecret = configuration.sessionSecret ?? this.makeSessionSecret(configuration, kept);
    this.generatedFiles = files;
  }

  /** Cloud has no session cookies; a secret nobody else knows makes sure that none is ever accepted there. */
  private makeSessionSecret(
    configuration: Configuration,
    kept: (name: string, kind: Kind<string>, make: () => string) => string,
  ): string {
    const make = (): string => randomHex(SESSION_SECRET_BYTES);
    return configuration.edition === 'cloud' ? make() : kept(SESSION_SECRET_FILE, signingSecret, make);
  }
}

function readKey<T>(path: string, kind: Kind<T>, make: () => string): T {
  try {
    return kind.parse(readOrCreate(path, make).trim());
  } catch (error) {
    if (error instanceof InvalidValue)
      throw new Error(`The key file ${path} is damaged: it ${error.message}`, { cause: error });
    throw error;
  }
}
