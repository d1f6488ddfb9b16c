/** What is done to the deployment, one thing after the other with quiet in between, and when. */
import { setTimeout as sleep } from 'node:timers/promises';

/** So long after it ended an answer may still be owed to it: connections are made anew, pauses between attempts end. */
const AFTERMATH_MS = 8_000;
const CLOCK_STEP_S = 120;

/** `seconds`: how long each lasts. */
export function disturbances(ground, say) {
  const happened = [];
  const counts = new Map();
  const kinds = [
    [
      'database restarted',
      async (ms) => {
        await ground.database.stop();
        await sleep(ms);
        await ground.database.start();
      },
    ],
    [
      'replica killed',
      async (ms) => {
        await ground.servers.shaken.kill();
        await sleep(ms);
        await ground.servers.shaken.start();
      },
    ],
    ground.jumpClock && [
      'clock jumped',
      async (ms) => {
        for (const step of [CLOCK_STEP_S, -CLOCK_STEP_S, 0]) {
          await ground.jumpClock(step);
          await sleep(ms);
        }
      },
    ],
    ground.fillDisk && [
      'disk full',
      async (ms) => {
        const giveBack = await ground.fillDisk();
        await sleep(ms);
        await giveBack();
        // PostgreSQL ends where it cannot write its log; a person starts it again.
        await ground.database.start();
      },
    ],
  ].filter(Boolean);
  for (const [name, can] of [
    ['clock jumps (libfaketime)', ground.jumpClock],
    ['full disk (root)', ground.fillDisk],
  ])
    if (!can) say(`not here: ${name}`);
  return {
    counts,
    /** Whether what began and ended then may have suffered from any of them. */
    during: (begun, ended) => happened.some(({ from, to }) => begun < to + AFTERMATH_MS && ended > from),
    /** One after the other until told to stop. */
    async run(pauseMs, lastMs, goesOn) {
      for (let turn = 0; goesOn(); turn++) {
        await sleep(pauseMs);
        if (!goesOn()) return;
        const [name, happen] = kinds[turn % kinds.length];
        const one = { from: performance.now(), to: Infinity };
        happened.push(one);
        await happen(lastMs);
        one.to = performance.now();
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    },
  };
}
