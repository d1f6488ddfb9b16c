/** What a provider calls somebody, as long as a person may choose a name, and storable; null for nothing. */
export function displayName(name: string): string | null {
  const shown = name.replaceAll('\u0000', '').trim().slice(0, 255).trim();
  return shown === '' ? null : shown;
}
