/**
 * A message is not believed, and why, for the log: the text quotes nothing of the message. `denied` is what an identity
 * provider says itself, `invalid` is everything else.
 */
export class SamlRefused extends Error {
  constructor(
    reason: string,
    readonly kind: 'invalid' | 'denied' = 'invalid',
  ) {
    super(reason);
  }
}
