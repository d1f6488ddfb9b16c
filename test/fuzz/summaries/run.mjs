/**
 * Compares summaries of approvals with independent readers of MIME, forms and JSON, after a build:
 * `npm run fuzz:summaries -- [--cases N] [--seed N]`. Prints what is sent and neither shown nor told as left out, and
 * fails for it.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import '../../load/typed-modules.mjs';

const { compareSummaries } = await import('../../approvals/compare-summaries.ts');
const { summarize } = await import('../../../dist/src/domain/decision/approval-summaries/summarize.js');

const { values } = parseArgs({ options: { cases: { type: 'string' }, seed: { type: 'string' } } });
const cases = Number(values.cases ?? 100_000);
const began = performance.now();
const { hidden, complete } = compareSummaries(summarize, Number(values.seed ?? 1), cases);
for (const one of hidden.slice(0, 10)) console.log(JSON.stringify(one, null, 1));
const seconds = Math.round((performance.now() - began) / 1_000);
console.log(`${cases} bodies in ${seconds} s, ${complete} shown whole, ${hidden.length} words hidden`);
process.exitCode = hidden.length === 0 && complete > 0 ? 0 : 1;
