// Jest runs TypeScript through SWC as native ES modules (node --experimental-vm-modules).
import { availableParallelism, totalmem } from 'node:os';
import process from 'node:process';

/** What a worker holds at its most: its servers, and the module graphs of the files before, until it is replaced. */
const IDLE_BYTES = 900 * 1024 ** 2;
const WORKER_BYTES = 1.5 * 1024 ** 3;

/** One for each core, as far as the memory of the machine or the container goes. */
function workers() {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.max(1, Math.min(availableParallelism(), Math.floor(memory / WORKER_BYTES)));
}

const base = {
  testEnvironment: '<rootDir>/test/harness/environment.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2024',
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
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
      setupFiles: ['<rootDir>/test/harness/load-framework.mjs'],
      globalSetup: '<rootDir>/test/harness/global-setup.ts',
      globalTeardown: '<rootDir>/test/harness/global-teardown.ts',
    },
  ],
};
