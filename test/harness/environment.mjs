/**
 * Node's test environment, in a worker that leaves at once when it has nothing left to do. Taking down the module
 * graphs of many servers takes a busy machine longer than the half second Jest waits before it speaks of leaks.
 * A handle that a test leaves open still keeps the worker, and is still reported: then `exit` does not come.
 */
import { TestEnvironment } from 'jest-environment-node';

process.once('exit', (code) => process.exit(code));

export default TestEnvironment;
