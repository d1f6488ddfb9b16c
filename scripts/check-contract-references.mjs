// Every reference to the contract resolves ("06 §9.11", "07 §A8", "R25", "R24.6"), and every case to prove of a
// finished area has a test that carries its number. Reads files only; prints what is wrong and fails.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const ROOT = join(import.meta.dirname, '..');
const CONTRACT = join(ROOT, 'docs/contract');
const OPEN_CASES = 'docs/contract/open-cases.tsv';
/** Where a section, ruling or case may be named. */
const READERS =
  /^(src|test|migrations|docs|bin|scripts|config)\/.*\.(ts|mjs|js|md|json|sh|html)$|^[A-Z]+\.md$/;

const REFERENCE = /\b(0[1-7]|11)((?:,? (?:and )?§§? ?[A-C]?\d+(?:\.\d+)*[a-z]?)+)/g;
const SECTION = /§ ?([A-C]?\d+(?:\.\d+)*)([a-z]?)/g;
const RULING = /(?<![\w./#-])R(\d{1,2})(?:\.(\d{1,2}))?(?![\w-])/g;
const CASE = /(?<![\w-])(?:0[1-7]|11)-[A-Z]?\d+b?(?![\w-])/g;

const areas = new Map(
  readdirSync(CONTRACT)
    .filter((name) => /^(?:0\d|11)-.*\.md$/.test(name))
    .map((name) => [name.slice(0, 2), readArea(readFileSync(join(CONTRACT, name), 'utf8'))]),
);
const rulings = readRulings(readFileSync(join(CONTRACT, '00-README.md'), 'utf8'));
const faults = [];
const proved = new Set();

for (const path of trackedFiles()) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  text.split('\n').forEach((line, index) => {
    for (const fault of faultsOf(line, path)) faults.push(`${path}:${index + 1}: ${fault}`);
  });
  if (path.endsWith('.spec.ts')) for (const [name] of text.matchAll(CASE)) proved.add(name);
}
faults.push(...caseFaults());

for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;

function* faultsOf(line, path) {
  for (const [, area, sections] of line.matchAll(REFERENCE)) {
    for (const [, number, letter] of sections.matchAll(SECTION)) {
      if (!areas.get(area)?.has(number)) yield `${area} §${number}${letter} is not in the contract`;
    }
  }
  if (!/\.(ts|md|mjs)$/.test(path)) return;
  for (const [text, number, part] of line.matchAll(RULING)) {
    const parts = rulings.get(Number(number));
    if (parts === undefined || (part && Number(part) > parts))
      yield `${text} is not a ruling of the contract`;
  }
}

/** The numbers of an area that can be named: headings, and the numbered points below each. */
function readArea(text) {
  const numbers = new Set();
  let section = null;
  let outer = null;
  for (const line of text.split('\n')) {
    const heading = /^#{1,4} +([A-C]?\d+(?:\.\d+)*)[. ]/.exec(line);
    if (heading) numbers.add((section = heading[1]));
    else if (/^#{1,3} /.test(line)) section = null;
    const point = /^( *)(\d+)\. /.exec(line);
    const row = /^()\| (\d+) *\|/.exec(line);
    const [, indent, number] = point ?? row ?? [];
    if (number === undefined || section === null) continue;
    if (indent === '') numbers.add((outer = `${section}.${number}`));
    else numbers.add(`${outer}.${number}`).add(`${section}.${number}`);
  }
  return numbers;
}

/** Number of parts by ruling. */
function readRulings(text) {
  const found = new Map();
  for (const [, number, body] of text.matchAll(/^R(\d+)\. (.*)$/gm)) {
    found.set(Number(number), [...body.matchAll(/\((\d+)\)/g)].length);
  }
  return found;
}

function trackedFiles() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = new Set(listed.split('\0'));
  return [...files].filter((path) => READERS.test(path) && existsSync(join(ROOT, path)));
}

/** Cases without a test that are not listed as open, and open ones that have a test or do not exist. */
function caseFaults() {
  const open = new Map(
    readFileSync(join(ROOT, OPEN_CASES), 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.split('\t')),
  );
  const cases = [...areas.keys()].flatMap((area) => casesOf(area));
  const covered = (name) => open.has(name) || open.has(`${name.slice(0, 2)}-*`);
  return [
    ...cases.filter((name) => !proved.has(name) && !covered(name)).map((name) => `no test carries ${name}`),
    ...[...open.keys()]
      .filter((name) => !name.endsWith('*') && (proved.has(name) || !cases.includes(name)))
      .map((name) => `${OPEN_CASES}: ${name} is proved or does not exist`),
  ];
}

function casesOf(area) {
  const name = readdirSync(CONTRACT).find((file) => file.startsWith(area));
  const lines = readFileSync(join(CONTRACT, name), 'utf8').split('\n');
  const cases = [];
  let kind = null;
  for (const line of lines) {
    if (/^#{1,2} /.test(line)) {
      kind = /Cases to prove it/.test(line) ? 'list' : /Black-box cases/.test(line) ? 'table' : null;
    }
    const listed = kind === 'list' ? /^(\d+)\. /.exec(line) : null;
    const tabled = kind === null ? null : /^\| (\d+b?) *\|/.exec(line);
    if (listed) cases.push(`${area}-${listed[1]}`);
    if (tabled) cases.push(kind === 'table' ? `${area}-T${tabled[1]}` : `${area}-${tabled[1]}`);
  }
  return cases;
}
