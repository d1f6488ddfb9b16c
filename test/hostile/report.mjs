/** The table of a run: one row a storm. */
import process from 'node:process';

/** Milliseconds the slowest hundredth of well-behaved requests may take on two cores; printed, not asserted. */
const TARGET_P99_MS = 250;
const print = (line = '') => process.stdout.write(`${line}\n`);
const whole = (value) => (value === null ? '-' : value.toFixed(0));

export function printHeader({ how, seconds, seed, rest }) {
  print(`The server has ${how}; ${seconds} s a storm, seed ${seed}; ${whole(rest)} MiB resident at rest.`);
  print(
    `p50/p99 in ms of a well-behaved agent and person; * is a p99 over ${TARGET_P99_MS} ms. CPU in cores.`,
  );
  print();
  print(
    row('storm', [
      'agent p50',
      'p99',
      'person p50',
      'p99',
      'failed',
      'peak MiB',
      'after',
      'CPU',
      'its CPU',
      'held',
    ]),
  );
}

export function printStorm({ name }, { made, good, died, cpu, peak, settled }) {
  const { agent, person, faults } = good;
  const failed = Object.values(faults).reduce((sum, times) => sum + times, 0);
  const cells = [agent.p50.toFixed(1), late(agent.p99), person.p50.toFixed(1), late(person.p99), failed];
  print(
    row(name, [
      ...cells,
      whole(peak),
      whole(settled),
      cpu?.toFixed(2) ?? '-',
      made.cpu.toFixed(2),
      made.held,
    ]),
  );
  print(`${''.padEnd(18)}${counts(made.counts)}`);
  for (const [fault, times] of Object.entries(faults)) print(`${''.padEnd(18)}${times} × ${fault}`);
  if (died) print(`${''.padEnd(18)}THE SERVER ENDED: ${died}`);
}

export function printAfter({ after, rest, left }) {
  print();
  print(`${after} s after the last storm: ${whole(left)} MiB resident, ${(left / rest).toFixed(2)} of rest.`);
}

export function printVerdict(failures) {
  print();
  if (failures.length === 0) return print('Everybody else was served, and memory came back.');
  print('Failed:');
  for (const failure of failures) print(`  ${failure}`);
}

function late(milliseconds) {
  return `${whole(milliseconds)}${milliseconds > TARGET_P99_MS ? '*' : ' '}`;
}

function counts(byOutcome) {
  const seen = Object.entries(byOutcome).toSorted(([, one], [, other]) => other - one);
  return seen.length === 0
    ? 'no answers'
    : seen.map(([outcome, times]) => `${outcome} × ${times}`).join(', ');
}

function row(title, cells) {
  return title.padEnd(16) + cells.map((cell) => String(cell).padStart(11)).join('');
}
