/**
 * Compares summaries of approvals, their previews and their cards with Python's readers of MIME, HTML, forms and JSON,
 * after a build: `npm run fuzz:summaries -- [--cases N] [--seed N]`. Prints what is sent and neither shown nor told as
 * left out, and fails for it, and for a way of hiding that no body used.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import '../../load/stand/typed-modules.mjs';

const { compareSummaries } = await import('../../approvals/compare-summaries.ts');
const { summarize, previewOf } =
  await import('../../../dist/src/domain/decision/approval-summaries/summarize.js');
const { approvalCard } = await import('../../../dist/src/domain/protocols/slack/approval-card.js');

const WAYS = 10;
const { values } = parseArgs({ options: { cases: { type: 'string' }, seed: { type: 'string' } } });
const cases = Number(values.cases ?? 100_000);
const began = performance.now();
const compared = { summarize, previewOf, approvalCard };
const { disagreements, complete, decidable, ways } = compareSummaries(
  compared,
  Number(values.seed ?? 1),
  cases,
);
for (const one of disagreements.slice(0, 10)) console.log(JSON.stringify(one, null, 1));
const seconds = Math.round((performance.now() - began) / 1_000);
for (const [way, count] of ways) console.log(`${way}: ${count}`);
console.log(
  `${cases} bodies in ${seconds} s, ${complete} shown whole, ${decidable} cards that decide, ${disagreements.length} disagreements`,
);
process.exitCode = disagreements.length === 0 && complete > 0 && ways.size === WAYS ? 0 : 1;
