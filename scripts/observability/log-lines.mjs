/**
 * Writes `docs/log-fields.md`: every line that the source logs. Messages are constant, so that lines can be searched and
 * counted. Variable parts are in fields, which `LogFields` declares with their types.
 */
import ts from 'typescript';
import { cell, methodCalls, placeOf, wordsOf } from './program.mjs';

const LOGGERS = new Set(['Logger', 'ApplicationLogger', 'LogFn']);
const LEVELS = {
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
  fatal: 'fatal',
  debug: 'debug',
  verbose: 'trace',
  trace: 'trace',
};
const ORDER = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'];
/** Passes on what others log, in whose name it is called. */
const ADAPTER = 'src/kernel/logging/application-logger.ts';
const ALWAYS = ['level', 'time', 'msg', 'context', 'requestId', 'traceId'];

export function logPage(program, faults) {
  const fields = declaredFields(program);
  const lines = [...linesOf(program, fields, faults)];
  const used = new Set([...ALWAYS, ...lines.flatMap((line) => line.fields.map(({ name }) => name))]);
  for (const name of fields.keys())
    if (!used.has(name)) faults.push(`LogFields declares "${name}", which no line has`);
  const rows = [...fields].map(
    ([name, { type, text }]) => `| \`${name}\` | \`${cell(type)}\` | ${cell(text)} |`,
  );
  return `# Log lines

\`npm run docs:observability\` generates this page from the source, and the lint fails if it is not current. In production
each line is a JSON object; \`LOG_LEVEL\` is the lowest level that is written. A message is always the same text; what differs
is in fields. No line contains credentials, cookies, queries or bodies. Libraries may write further lines at level \`debug\`.

## Fields

${['| Field | Type | Meaning |', '| --- | --- | --- |', ...rows].join('\n')}

## Lines

\`?\` marks a field that only some of these lines have. Every line has \`level\`, \`time\` and \`msg\`.

${['| Level | Message | Context | Fields |', '| --- | --- | --- | --- |', ...rowsOf(lines)].join('\n')}
`;
}

function declaredFields({ checker, sources }) {
  const source = sources.find(({ fileName }) => fileName.endsWith('/kernel/logging/log-fields.ts'));
  const [declaration] = source.statements.filter(ts.isInterfaceDeclaration);
  return new Map(
    declaration.members.map((member) => {
      const symbol = checker.getSymbolAtLocation(member.name);
      const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, ' ');
      const declared = checker.getTypeOfSymbol(symbol);
      return [symbol.name, { declared, type: member.type.getText(), text }];
    }),
  );
}

function* linesOf(program, fields, faults) {
  for (const call of methodCalls(program, LOGGERS)) {
    const levels = levelsOf(program, call.callee);
    const place = placeOf(program, call.node);
    if (levels.length === 0 || place.startsWith(ADAPTER)) continue;
    const line = read(program, call.node, fields, (fault) => faults.push(`${place}: ${fault}`));
    const context = contextOf(program, call.receiver);
    for (const message of line.messages)
      for (const level of levels) yield { level, message, context, fields: line.fields };
  }
}

function levelsOf({ checker }, callee) {
  const names = ts.isPropertyAccessExpression(callee)
    ? [callee.name.text]
    : (wordsOf(checker.getTypeAtLocation(callee.argumentExpression)) ?? []);
  return names.filter((name) => Object.hasOwn(LEVELS, name)).map((name) => LEVELS[name]);
}

function read({ checker }, node, declared, fault) {
  const line = { messages: [], fields: [] };
  for (const argument of node.arguments) {
    const type = checker.getTypeAtLocation(argument);
    const words = wordsOf(type);
    if (words !== null) line.messages.push(...words);
    else if (isError(type)) line.fields.push({ name: 'err', optional: false });
    else if (isText(type)) fault('the message is not the same each time: put what differs into fields');
    else line.fields.push(...fieldsOf(checker, type, declared, fault));
  }
  if (line.messages.length === 0) fault('the line has no message of its own');
  return line;
}

const isText = (type) =>
  (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & ts.TypeFlags.StringLike);
/** What was caught is of any type. */
const isError = (type) =>
  (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0 || type.getProperty('stack') !== undefined;

function* fieldsOf(checker, type, declared, fault) {
  const members = (type.isUnion() ? type.types : [type]).filter(
    (member) => member.flags & ts.TypeFlags.Object,
  );
  for (const name of new Set(
    members.flatMap((member) => member.getProperties().map((property) => property.name)),
  )) {
    const found = members.map((member) => member.getProperty(name)).filter(Boolean);
    const field = declared.get(name);
    if (field === undefined) fault(`LogFields (src/kernel/logging/log-fields.ts) declares no "${name}"`);
    else if (!found.every((symbol) => fits(checker, symbol, field.declared)))
      fault(`"${name}" is not what LogFields declares`);
    const optional =
      found.length < members.length || found.some((symbol) => symbol.flags & ts.SymbolFlags.Optional);
    yield { name, optional };
  }
}

function fits(checker, symbol, declared) {
  const type = checker.getTypeOfSymbol(symbol);
  const present = type.flags & ts.TypeFlags.Unknown ? type : checker.getNonNullableType(type);
  return checker.isTypeAssignableTo(present, declared);
}

/** The name a logger was made with; the process's own logger has none. */
function contextOf({ checker }, receiver) {
  const { initializer } = checker.getSymbolAtLocation(receiver)?.valueDeclaration ?? {};
  const name = initializer && ts.isNewExpression(initializer) ? initializer.arguments[0] : undefined;
  if (name === undefined) return '';
  return ts.isStringLiteralLike(name) ? name.text : name.expression.getText();
}

function rowsOf(lines) {
  const rows = lines
    .toSorted(
      (one, other) =>
        ORDER.indexOf(one.level) - ORDER.indexOf(other.level) || (one.message < other.message ? -1 : 1),
    )
    .map(({ level, message, context, fields }) => {
      const written = fields.map(({ name, optional }) => `\`${name}\`${optional ? '?' : ''}`);
      return `| ${level} | ${cell(message)} | ${context} | ${written.join(', ')} |`;
    });
  return [...new Set(rows)];
}
