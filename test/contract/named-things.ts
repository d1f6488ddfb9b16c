/** Finds the endpoints and commands that a text names, and tells which of them there are. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

export interface Named {
  where: string;
  name: string;
}

/** A text and the place to look for it. */
export interface Source {
  where: string;
  text: string;
}

const METHOD = '(?:GET|HEAD|POST|PUT|PATCH|DELETE)';
/** `/api` is the old name of `/v1`. What follows a letter, a dot or `>` is a part of something longer. */
const PATH = String.raw`\/(?:v1|api|auth|scim)(?:\/(?:\$?\{[^{}\s]*\}|[\w.:*~%-]|<\w+>)+)+\/?`;
const ENDPOINT = new RegExp(`(?:\\b(${METHOD})[ ]+)?(?<![\\w.>{}-])(${PATH})`, 'g');
/** A program's name, words, and nothing that makes a sentence of it. */
const COMMAND =
  /(?<![\w/@.-])(?:npx )?(?:cgw|credential-gateway) ((?:[a-z][a-z0-9-]*)(?: [a-z][a-z0-9-]*)?)/g;

export function endpointsIn({ where, text }: Source): Named[] {
  return [...text.matchAll(ENDPOINT)].map(([, method, path]) => ({
    where,
    name: `${method ?? 'ANY'} ${withoutTail(path!)}`,
  }));
}

/** The end of a sentence, a query that a template puts behind the path, and emphasis are no part of it. */
function withoutTail(path: string): string {
  return path
    .replace(/(?<=\w)\$?\{[^{}]*\}$/, '')
    .replace(/[.:~-]+$/, '')
    .replace(/(?<!\/)\*+$/, '')
    .replace(/\/$/, '');
}

export function commandsIn({ where, text }: Source): Named[] {
  return [...text.matchAll(COMMAND)].map(([, name]) => ({ where, name: name! }));
}

/** What is code in a Markdown file: spans and blocks. Prose may begin a sentence with the name of a program. */
export function codeOfMarkdown(text: string): string {
  return [...text.matchAll(/```[^]*?```|`[^`\n]+`/g)].map(([code]) => code).join('\n');
}

/** The texts in a file of TypeScript or JavaScript: what people may come to read, without comments. */
export function literalsOf(file: string): string {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    else if (ts.isTemplateExpression(node))
      texts.push(node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.join('\n');
}

/** Whether one of these operations (`GET /v1/agents/{agentId}`) is what `name` means; `*` at its end means any below. */
export function isServed(operations: readonly string[], name: string): boolean {
  const [method, path = ''] = name.replace(/ \/api(?=\/)/, ' /v1').split(' ');
  const wanted = path.split('/');
  const below = wanted.at(-1) === '*';
  if (below) wanted.pop();
  return operations.some((operation) => {
    const [served, target = ''] = operation.split(' ');
    const parts = target.split('/');
    if (method !== 'ANY' && method !== served && !(method === 'HEAD' && served === 'GET')) return false;
    if (below ? parts.length < wanted.length : parts.length !== wanted.length) return false;
    return wanted.every(
      (part, index) => isPlaceholder(part) || isPlaceholder(parts[index]!) || part === parts[index],
    );
  });
}

function isPlaceholder(part: string): boolean {
  return /^(?:\$?\{.*\}|<.*>|:.*)$/.test(part);
}
