// What the unit specs import from `@jest/globals`, made to be run again and again in one process.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const ofJest = createRequire(require.resolve('@jest/globals'));
const { expect } = ofJest('expect');
const { ModuleMocker } = ofJest('jest-mock');
const mocker = new ModuleMocker(globalThis);

let file;

/** Everything that is described until the next call belongs to this file. */
export function collect(path) {
  file = { path, tests: [], block: { hooks: [], parent: undefined } };
  return file;
}

function describe(_title, body) {
  const outer = file.block;
  file.block = { hooks: [], parent: outer };
  body();
  file.block = outer;
}

function it(title, run) {
  file.tests.push({ title, run, block: file.block });
}

const hook = (kind) => (run) => file.block.hooks.push({ kind, run });

const each = (declare) => (rows) => (title, run) =>
  [...rows].forEach((row) => declare(title, () => (Array.isArray(row) ? run(...row) : run(row))));
const skip = Object.assign(() => undefined, { each: () => () => undefined });
Object.assign(it, { each: each(it), skip });
Object.assign(describe, { each: each(describe), skip });

const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  setTimeout: () => undefined,
};

export const globals = {
  describe,
  it,
  test: it,
  expect,
  jest,
  beforeAll: hook('beforeAll'),
  beforeEach: hook('beforeEach'),
  afterEach: hook('afterEach'),
  afterAll: hook('afterAll'),
};

/** Runs one test with its hooks; those of `beforeAll` run before each, as the tests run alone. */
export async function runTest({ run, block }) {
  const blocks = [];
  for (let current = block; current; current = current.parent) blocks.unshift(current);
  const hooks = (list, ...kinds) =>
    list.flatMap((each) => each.hooks).filter(({ kind }) => kinds.includes(kind));
  try {
    for (const { run: before } of hooks(blocks, 'beforeAll', 'beforeEach')) await before();
    await run();
  } finally {
    for (const { run: after } of hooks(blocks.reverse(), 'afterEach', 'afterAll')) await after();
  }
}
