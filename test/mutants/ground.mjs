// What the hooks of a spec file have set up, kept from test to test: its server above all.

/** Runs tests of one file in any order and as often as wanted; each block's `beforeAll` runs before its first test. */
export class Ground {
  #open = new Set();

  async open({ block }) {
    for (const each of outward(block).reverse()) {
      if (this.#open.has(each)) continue;
      this.#open.add(each);
      await runHooks([each], 'beforeAll');
    }
  }

  async run({ block, run }) {
    const blocks = outward(block);
    try {
      await runHooks([...blocks].reverse(), 'beforeEach');
      await run();
    } finally {
      await runHooks(blocks, 'afterEach');
    }
  }

  /** What a fault has broken may not close; what is left then is closed like that of a failed test. */
  async close() {
    const blocks = [...this.#open].reverse();
    this.#open.clear();
    for (const each of blocks) await Promise.race([runHooks([each], 'afterAll').catch(() => 0), patience()]);
    if (blocks.length === 0) return;
    for (const close of [...(globalThis.leftBehind ?? [])].reverse())
      await Promise.race([close().catch(() => 0), patience()]);
  }
}

function outward(block) {
  const blocks = [];
  for (let current = block; current; current = current.parent) blocks.push(current);
  return blocks;
}

async function runHooks(blocks, wanted) {
  for (const { hooks } of blocks) for (const { kind, run } of hooks) if (kind === wanted) await run();
}

function patience() {
  return new Promise((resolve) => setTimeout(resolve, 10_000).unref());
}
