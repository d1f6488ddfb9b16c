/**
 * Differential fuzzing of the HTTP/1.1 codec: `npm run fuzz -- [--cases N] [--seed N] [--seconds N]`. Whatever the
 * codec accepts, Node's parser and Go's net/http read the same way, the end of the message included. The first
 * disagreements are printed, ready to become a case of the corpus, and fail the run.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import '../load/stand/typed-modules.mjs';

const { fuzz } = await import('./http1/fuzz.ts');

const { values } = parseArgs({
  options: { cases: { type: 'string' }, seed: { type: 'string' }, seconds: { type: 'string' } },
});
const SOURCES = ['body-framing', 'body-reader', 'message-text', 'request-head', 'response-head'];
const modules = await Promise.all(
  SOURCES.map((name) => import(`../../dist/src/domain/protocols/http1/${name}.js`)),
);
const failures = await fuzz(Object.assign({}, ...modules), {
  cases: Number(values.cases ?? 5_000_000),
  seed: Number(values.seed ?? 1),
  seconds: Number(values.seconds ?? 1_800),
});
process.exitCode = failures === 0 ? 0 : 1;
