// What a run prints: the survivors, and the score of every folder.
import process from 'node:process';

const TARGET = 0.9;

/** Whether every folder meets the target and no known survivor is stale. */
export function report(faults, { known, stale }, { sample, seed }) {
  const judged = faults.filter(({ outcome }) => outcome !== undefined);
  const survivors = judged.filter(({ outcome }) => outcome !== 'noticed');
  const folders = Object.entries(Object.groupBy(judged, ({ folder }) => folder));
  print(`\n${judged.length} faults planted (sample ${sample} per folder, seed ${seed}), not noticed:`);
  for (const { path, line, what, code, outcome } of survivors)
    print(`  ${path}:${line} ${what}${outcome === 'survived' ? '' : ` (${outcome})`}: ${code.slice(0, 100)}`);
  print(`${known.length} known survivors are not planted (known-survivors.json)`);
  for (const { path, code, what } of stale) print(`  stale, take it out: ${path} ${what}: ${code}`);
  for (const [folder, members] of folders) print(`  ${scoreOf(members)}  ${folder}`);
  print(`${scoreOf(judged)}  in all (target ${TARGET * 100} % of every folder)`);
  return stale.length === 0 && folders.every(([, members]) => shareOf(members) >= TARGET);
}

function scoreOf(members) {
  const noticed = members.filter(({ outcome }) => outcome === 'noticed').length;
  return `${(shareOf(members) * 100).toFixed(1).padStart(5)} %  ${String(noticed).padStart(4)} of ${String(members.length).padStart(4)}`;
}

function shareOf(members) {
  return members.filter(({ outcome }) => outcome === 'noticed').length / members.length;
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
