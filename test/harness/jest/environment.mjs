/**
 * Node's test environment, in a worker that leaves at once when it has nothing left to do. Taking down the module
 * graphs of many servers takes a busy machine longer than the half second Jest waits before it speaks of leaks.
 * A handle that a test leaves open still keeps the worker, and is still reported: then `exit` does not come.
 */
import { TestEnvironment } from 'jest-environment-node';
import { setPasswordCost } from './password-cost.mjs';
import { measured } from './processor-time.mjs';
import { nameSourceLines } from './source-frames.mjs';
import { loadSource } from './sources.mjs';

// Not where tests run in Jest's own process (`-i`): there the exit code is not settled yet.
const inWorker = process.argv[1]?.endsWith('processChild.js');
if (inWorker) process.once('exit', (code) => process.exit(code));

/** Also closes, last started first, the servers that a failed test left running (`server.ts`). */
export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.measured = measured(context.testPath);
    setPasswordCost(context.docblockPragmas.passwords === 'as-shipped');
    this.global.loadSource = (path) => loadSource(path);
    // Decorators of a test write where the framework that Node has loaded reads.
    this.global.Reflect = Reflect;
    // The clock a test moves is the server's.
    this.global.Date = Date;
  }

  async handleTestEvent({ name }) {
    if (name === 'setup') nameSourceLines();
    if (name !== 'run_finish') return;
    for (const close of [...(this.global.leftBehind ?? [])].reverse()) await close();
  }

  async teardown() {
    await super.teardown();
    this.measured();
  }
}
