// Jest runs TypeScript through SWC as native ES modules (node --experimental-vm-modules).
import { availableParallelism, totalmem } from 'node:os';
import process from 'node:process';
import { SWC } from './test/harness/jest/typescript.mjs';

/** What a worker holds at its most, until it is replaced: its servers, the sources, and what its specs import themselves. */
const IDLE_BYTES = 900 * 1024 ** 2;
const WORKER_BYTES = 1.5 * 1024 ** 3;

/** Tests wait as long as they compute: for timers, for processes they start, for PostgreSQL. */
const WORKERS_PER_CORE = 1.5;

/** They follow the cores, as far as the memory of the machine or the container goes. */
function workers() {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const wanted = Math.ceil(availableParallelism() * WORKERS_PER_CORE);
  return Math.max(1, Math.min(wanted, Math.floor(memory / WORKER_BYTES)));
}

/** What Node loads once for all spec files of a worker: the sources, and the packages whose decorators tests use. */
const PACKAGES = 'node_modules/(@nestjs/(common|core|typeorm)/|typeorm/index\\.mjs)';
const SHARED = `^${RegExp.escape(import.meta.dirname)}/(src/|migrations/|${PACKAGES})`;

const base = {
  testEnvironment: '<rootDir>/test/harness/jest/environment.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['@swc/jest', SWC] },
};

export default {
  testTimeout: 120_000,
  maxWorkers: workers(),
  workerIdleMemoryLimit: IDLE_BYTES,
  projects: [
    { ...base, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    {
      ...base,
      displayName: 'system',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      transform: { [SHARED]: '<rootDir>/test/harness/jest/source-stub.mjs', ...base.transform },
      transformIgnorePatterns: ['/node_modules/(?!@nestjs/|typeorm/index\\.mjs)'],
      globalSetup: '<rootDir>/test/harness/jest/global-setup.mjs',
      globalTeardown: '<rootDir>/test/harness/jest/global-teardown.mjs',
    },
  ],
};
