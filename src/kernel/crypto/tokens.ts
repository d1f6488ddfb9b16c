/** Random identifiers and tokens, their forms and their comparison (01 §2, §3.1). */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

export type TokenFamily =
  'workspace' | 'organization' | 'partner' | 'scim' | 'agent' | 'runner' | 'channel-adapter';

interface TokenForm {
  readonly prefix: string;
  readonly randomBytes: number;
}

/** A workspace key is what has the bare prefix; the exact patterns keep the families apart. */
const FORMS: Readonly<Record<TokenFamily, TokenForm>> = {
  workspace: { prefix: 'oc_', randomBytes: 32 },
  organization: { prefix: 'oc_org_', randomBytes: 32 },
  partner: { prefix: 'oc_partner_', randomBytes: 32 },
  scim: { prefix: 'oc_scim_', randomBytes: 24 },
  agent: { prefix: 'aoc_', randomBytes: 32 },
  runner: { prefix: 'rnr_', randomBytes: 32 },
  'channel-adapter': { prefix: 'cha_', randomBytes: 32 },
};

const PATTERNS = Object.entries(FORMS).map(([family, form]) => ({
  family: family as TokenFamily,
  pattern: new RegExp(`^${form.prefix}[0-9a-f]{${form.randomBytes * 2}}$`),
}));

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** The largest multiple of 26 in a byte: taking more would make the first letters likelier. */
const UNBIASED_LIMIT = 256 - (256 % LETTERS.length);
const ID_LETTERS = 16;

export function mintToken(family: TokenFamily): string {
  return FORMS[family].prefix + randomHex(FORMS[family].randomBytes);
}

/** The family whose pattern the token fits, or null: such a token is unknown without a look-up (01 §3.1.5). */
export function tokenFamily(token: string): TokenFamily | null {
  return PATTERNS.find(({ pattern }) => pattern.test(token))?.family ?? null;
}

/** Lowercase hex of so many random bytes: invitation, claim and reset tokens (32), device codes (16). */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/** How tokens are stored and looked up. They are random, so a plain hash suffices. */
export function sha256(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export function randomLetters(count: number): string {
  let letters = '';
  while (letters.length < count) {
    for (const byte of randomBytes(count - letters.length)) {
      if (byte < UNBIASED_LIMIT) letters += LETTERS[byte % LETTERS.length];
    }
  }
  return letters;
}

/** Id of a new organization or workspace: 16 lowercase letters (01 §2). */
export function newId16(): string {
  return randomLetters(ID_LETTERS);
}

/** Compares secrets without telling by its duration how much of them was right, nor how long they are. */
export function equalSecrets(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}
