/**
 * What metering calls of models costs: after a build `node test/load/metering.bench.mjs [dist] [share of the rounds]`; some
 * two minutes. The same POSTs of one agent to one upstream that answers as a model does: small answers, and streams of 2,000
 * events. The upstream stands in the table of prices, and of its paths the one is metered and the other free. In many short
 * rounds that are compared one by one (`rounds.mjs`). Judged is the throughput; CPU time tells where it comes from.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '../demo/processes.mjs';
import { inRounds, quartiles, ratios, shown } from './stand/rounds.mjs';
import { startStand } from './stand/stand.mjs';
import { warmUp } from './stand/warm-up.mjs';
import { cpuMicros } from './stand/worker.mjs';

const [dist = 'dist', rounds = '1'] = process.argv.slice(2);
const ANSWERS = [
  {
    name: 'small',
    answer: 'small',
    rounds: 120,
    connections: 8,
    warmMs: 40,
    milliseconds: 200,
    leastThroughput: 0.95,
  },
  {
    name: '2,000 events',
    answer: 'events',
    rounds: 16,
    connections: 4,
    warmMs: 200,
    milliseconds: 1_000,
    leastThroughput: 0.9,
  },
];
const RATES = { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1, cacheWriteHour: 1 };
const ASKED = {
  model: 'gpt-4o-mini',
  messages: [{ role: 'user', content: 'How many are there, and which?' }],
};

const print = (line = '') => process.stdout.write(`${line}\n`);

const metricsPort = await freePort();
const folder = await mkdtemp(join(tmpdir(), 'credential-gateway-prices-'));
const prices = join(folder, 'prices.json');
await writeFile(
  prices,
  JSON.stringify({ local: { api: 'openai', hosts: ['localhost'], models: { '': RATES } } }),
);
const environment = { METRICS_PORT: String(metricsPort), LLM_PRICES_FILE: prices };
const stand = await startStand(dist, { environment });
try {
  const variants = [
    { name: 'unmetered', of: '/v1/moderations' },
    { name: 'metered', of: '/v1/chat/completions' },
  ];
  print('POSTs, TLS in CONNECT: median and middle half of all rounds');
  row(['answer', 'CPU us', 'metered', 'CPU ratio', 'throughput']);
  for (const { name, leastThroughput, rounds: usual, ...asked } of ANSWERS) {
    for (const { of } of variants) await warm({ ...asked, path: `${of}?answer=${asked.answer}` });
    const measured = await inRounds(variants, Math.ceil(usual * Number(rounds)), ({ of }) =>
      costOf({ ...asked, path: `${of}?answer=${asked.answer}` }),
    );
    const of = (variant, what) => measured[variant].map((round) => round[what]);
    const ratio = ratios(of('metered', 'cpu'), of('unmetered', 'cpu'));
    const [unmetered, metered] = ['unmetered', 'metered'].map((variant) =>
      shown(quartiles(of(variant, 'cpu'))),
    );
    const throughput = ratios(of('metered', 'perSecond'), of('unmetered', 'perSecond'));
    row([name, unmetered, metered, shown(ratio, 2), shown(throughput, 2)]);
    if (throughput.median < leastThroughput) {
      print(`less than ${leastThroughput} of the calls of unmetered ones`);
      process.exitCode = 1;
    }
  }
  await proveCounted();
} finally {
  await stand.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Until both are compiled. */
function warm({ path, connections }) {
  const asked = { path, connections, body: ASKED };
  return warmUp(stand.generator, stand.gateway.pid, stand.routes.tunnel.gateway, asked);
}

/** Microseconds of the gateway's processor for one call, and calls a second. */
async function costOf({ path, connections, warmMs, milliseconds }) {
  let before = 0;
  const { pid } = stand.gateway;
  const { count, perSecond } = await stand.generator.ask(
    {
      kind: 'requests',
      route: stand.routes.tunnel.gateway,
      path,
      connections,
      warmMs,
      milliseconds,
      body: ASKED,
    },
    () => (before = cpuMicros(pid)),
  );
  return { cpu: (cpuMicros(pid) - before) / count, perSecond };
}

/** What is compared must be what it is called. */
async function proveCounted() {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const tokens = /gateway_llm_tokens_total\{provider="local",model="[^"]*",kind="output"\} (\d+)/.exec(
    metrics,
  );
  if (!(Number(tokens?.[1]) > 0)) throw new Error('nothing was metered');
}

function row(cells) {
  print(cells.map((cell) => String(cell).padStart(22)).join(''));
}
