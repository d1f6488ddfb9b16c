/** `docs/metrics.md`: every metric that the source declares, with the possible values of its labels. */
import { Registry } from 'prom-client';
import ts from 'typescript';
import { collectProcessMetrics } from '../../src/kernel/metrics/process-metrics.ts';
import { cell, methodCalls, placeOf, placeOfNames, wordsOf } from './program.mjs';

const MAX_WORDS = 8;
const KINDS = new Set(['counter', 'gauge', 'histogram']);

export async function metricsPage(program, faults) {
  const metrics = declared(program, faults);
  const rows = metrics.map(row);
  const library = new Registry();
  collectProcessMetrics(library);
  const ofProcess = library
    .getMetricsAsArray()
    .map(({ name, type, help, labelNames = [] }) =>
      row({ name, kind: type, help, labels: labelNames.map((label) => ({ name: label, words: [] })) }),
    );
  library.clear();
  return `# Metrics

\`npm run docs:observability\` generates this page from the source, and the lint fails if it is not current. \`METRICS_PORT\`
serves the metrics as Prometheus text. A label never names a host, an agent or a tenant; the tables list all values.
How to use the metrics: [operations](operations.md#health-metrics-logs), [alerts](runbooks/README.md).

## Gateway

${table(rows)}
${metrics.flatMap(longLists).join('\n')}
## Process

These come from the metrics library; the values of their labels are kinds of the runtime.

${table(ofProcess)}`;
}

function declared(program, faults) {
  const found = [];
  for (const { node, callee } of methodCalls(program, new Set(['Metrics']))) {
    const kind = callee.name?.text;
    if (!KINDS.has(kind)) continue;
    const metric = read(program, node, kind);
    if (typeof metric === 'string') faults.push(`${placeOf(program, node)}: ${metric}`);
    else found.push(metric);
  }
  return found;
}

function read({ checker }, node, kind) {
  const [options] = node.arguments;
  const given = checker.getTypeAtLocation(options);
  const textOf = (property) => {
    const symbol = given.getProperty(property);
    const { initializer } = symbol?.valueDeclaration ?? {};
    return initializer && ts.isStringLiteralLike(initializer) ? initializer.text : null;
  };
  const [name, help] = [textOf('name'), textOf('help')];
  if (name === null || help === null) return 'name and help of a metric are written where it is made';
  const made = checker.getTypeAtLocation(node);
  const [typed] = made.aliasTypeArguments ?? checker.getTypeArguments(made);
  const labels = (typed?.getProperties() ?? []).map((label) => ({
    name: label.name,
    ...valuesOf(checker, checker.getTypeOfSymbol(label)),
  }));
  const free = labels.find(({ words }) => words === null);
  if (free) return `label "${free.name}" of ${name} may be any word`;
  const written = namesIn(given.getProperty('labelNames'));
  if (
    written.toSorted().join() !==
    labels
      .map((label) => label.name)
      .toSorted()
      .join()
  )
    return `labelNames of ${name} are not those of its type`;
  return { name, kind, help, labels };
}

/** The words themselves, or where they stand. */
function valuesOf(checker, type) {
  const place = placeOfNames(checker, type);
  return place === null ? { words: wordsOf(type) } : { words: [], place };
}

function namesIn(property) {
  const { initializer } = property?.valueDeclaration ?? {};
  return initializer && ts.isArrayLiteralExpression(initializer)
    ? initializer.elements.map(({ text }) => text)
    : [];
}

const listed = (words) =>
  words
    .toSorted()
    .map((word) => `\`${word}\``)
    .join(', ');

/** Below the table, which would be too wide for them. */
function longLists({ name, labels }) {
  return labels
    .filter(({ words }) => words.length > MAX_WORDS)
    .map((label) => `\`${label.name}\` of \`${name}\`: ${listed(label.words)}.\n`);
}

function row({ name, kind, help, labels }) {
  const told = labels.map(({ name: label, words, place }) => {
    if (place !== undefined) return `\`${label}\`: a name in ${place}`;
    if (words.length === 0) return `\`${label}\``;
    return `\`${label}\`: ${words.length > MAX_WORDS ? 'see below' : listed(words)}`;
  });
  return `| \`${name}\` | ${kind} | ${told.join('; ') || '-'} | ${cell(help)} |`;
}

const table = (rows) =>
  `| Metric | Type | Labels | Meaning |\n| --- | --- | --- | --- |\n${rows.toSorted().join('\n')}\n`;
