// A seeded sample of every folder, so that two runs are alike and no folder hides behind another.

/** The folder that a score is reported for: an area of `src/domain`, or a room of the other folders. */
export function folderOf(path) {
  const parts = path.split('/').slice(0, -1);
  return parts.slice(0, 4).join('/');
}

/** Up to `count` of each folder, all of them for 0. */
export function sampleOf(faults, count, seed) {
  const random = randomOf(seed);
  const ranked = faults
    .map((fault) => ({ fault, rank: random() }))
    .sort((one, other) => one.rank - other.rank);
  const folders = Object.values(Object.groupBy(ranked, ({ fault }) => folderOf(fault.path)));
  return folders
    .flatMap((members) => (count === 0 ? members : members.slice(0, count)))
    .map(({ fault }) => fault)
    .sort((one, other) => one.path.localeCompare(other.path) || one.start - other.start);
}

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
