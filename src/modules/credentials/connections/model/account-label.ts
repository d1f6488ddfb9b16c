/** What an account is called (03 §5.4). Pure. */

export const MAX_LABEL = 255;

const IDENTITY = ['email', 'username', 'name'] as const;

/** First of the fields that tell accounts apart; null when the provider told none. */
export function identityOf(metadata: Readonly<Record<string, unknown>> | null): string | null {
  for (const field of IDENTITY) {
    const value = metadata?.[field];
    if (typeof value === 'string' && value.trim() !== '') return shortened(value.trim());
  }
  return null;
}

export function sameLabel(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Whole characters, as long as a label may be. */
function shortened(text: string): string {
  return text.slice(0, MAX_LABEL).toWellFormed();
}
