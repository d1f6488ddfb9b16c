/**
 * What a reader who follows a request goes through: files that it enters, functions that it enters, and how often it comes
 * back to a file it had left.
 */
export function countTrip(entries) {
  const seen = new Set();
  let last = null;
  let returns = 0;
  for (const [file] of entries) {
    if (file === last) continue;
    if (seen.has(file)) returns += 1;
    seen.add(file);
    last = file;
  }
  return { files: seen.size, calls: entries.length, returns };
}
