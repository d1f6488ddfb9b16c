/**
 * Refuses words that need a second reading in the texts that users see: strings of the source of the command lines, of
 * OpenAPI descriptions, of errors and of metrics, and the generated pages of log lines and settings. Prints each finding
 * with the better word and fails.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..');

/** Word and what to write instead. */
const WORDS = [
  [/\bnobody\b/i, 'no one, or the caller that is meant'],
  [/\bsomebody\b/i, 'a person, a member, another user'],
  [/\banybody\b/i, 'anyone, or "public"'],
  [/\beverybody\b/i, 'everyone'],
  [/\bwhoever\b/i, 'the person or caller that is meant'],
  [/\banew\b/i, 'again'],
  [/\bbesides\b/i, 'also, in addition'],
  [/\boctets?\b(?!-stream|[ -]counting)/i, 'byte'],
  [/\btold\b/i, 'reported, informed'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\bof whom\b/i, 'a sentence with the subject first'],
];

/** Files whose strings reach users. */
const SOURCES = /^(cli\/src|src\/cli)\/.*\.ts$|\.(errors|controller|openapi)\.ts$|\.dto\.ts$|-metrics\.ts$/;
const SETTINGS = /^src\/kernel\/config\/settings\/.*\.ts$/;
const PAGES = /^docs\/(log-fields|metrics|configuration)\.md$/;

/** Files with such a word in a text that stays, and the reason. */
const EXCEPTIONS = new Map([
  ['docs/metrics.md', 'label values of metrics are names that alerts and dashboards use'],
]);

const faults = [];
for (const path of trackedFiles()) {
  if (path.endsWith('.spec.ts') || EXCEPTIONS.has(path)) continue;
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (SOURCES.test(path) || SETTINGS.test(path)) {
    for (const [line, words] of stringsOf(path, text)) look(path, line, words);
  } else if (PAGES.test(path)) {
    text.split('\n').forEach((words, index) => look(path, index + 1, words));
  }
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;

function look(path, line, text) {
  for (const [word, better] of WORDS) {
    const found = word.exec(text);
    if (found) faults.push(`${path}:${line}: "${found[0]}": write ${better}`);
  }
}

/** Texts of more than one word: names and keys of the code are none. */
function* stringsOf(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (/\S\s+\S/.test(node.text)) found.push([line + 1, node.text]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  yield* found;
}

function trackedFiles() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));
}
