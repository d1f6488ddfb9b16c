import { describe, expect, it } from '@jest/globals';
import { ConfigurationError } from '../../src/kernel/config/configuration-error.js';
import { startServer } from '../harness/server/server.js';

describe('configuration at boot (01 §26)', () => {
  it('R24.13 settings out of range stop the boot, all reported together', async () => {
    const boot = startServer({
      PORT: '70000',
      APPROVAL_TIMEOUT_SECS: '5',
      SECRET_ENCRYPTION_KEY: 'bm90IDMyIGJ5dGVz',
    });
    const error: unknown = await boot.then(
      (server) => server.close(),
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ConfigurationError);
    const faults = (error as ConfigurationError).faults.map((fault) => fault.variable);
    expect(faults.sort()).toEqual(['APPROVAL_TIMEOUT_SECS', 'PORT', 'SECRET_ENCRYPTION_KEY']);
    expect((error as ConfigurationError).message).not.toContain('bm90IDMyIGJ5dGVz');
  });

  it('R8 with DATABASE_URL in production the boot fails naming the missing keys', async () => {
    const boot = startServer({ NODE_ENV: 'production' });
    await expect(boot).rejects.toThrow(/SECRET_ENCRYPTION_KEY must be set[^]*SESSION_SECRET must be set/);
  });
});
