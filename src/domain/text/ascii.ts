/**
 * Lowercases A-Z and nothing else. `toLowerCase` folds letters outside ASCII too (the Kelvin sign becomes
 * `k`), which would make two different names or bodies look equal (contract 02 §6.8, §9.2).
 */
export function asciiLower(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (run) => run.toLowerCase()) : text;
}
