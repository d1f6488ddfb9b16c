/**
 * Comparing variants on a machine that is not quite still: many short rounds, each with all variants in another order,
 * so that what disturbs one disturbs the others as well; compared are those of the same round.
 */

/** Of each variant by its name, what `measure` answered, one entry a round. */
export async function inRounds(variants, rounds, measure) {
  const measured = Object.fromEntries(variants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < variants.length; turn++) {
      const variant = variants[turned(round, turn, variants.length)];
      measured[variant.name].push(await measure(variant));
    }
  return measured;
}

/** Every variant comes at every place, and after every other. */
function turned(round, turn, length) {
  const at = round % 2 === 0 ? turn : length - 1 - turn;
  return (at + Math.floor(round / 2)) % length;
}

/** Half of all values lie between `low` and `high`. */
export function quartiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return { low: at(0.25), median: at(0.5), high: at(0.75) };
}

/** Of each round of one by the same round of the other. */
export function ratios(values, others) {
  return quartiles(values.map((value, round) => value / others[round]));
}

/** `1.03 (1.01-1.05)` */
export function shown({ low, median, high }, digits = 0) {
  return `${median.toFixed(digits)} (${low.toFixed(digits)}-${high.toFixed(digits)})`;
}
