/**
 * Why a summary does not show everything that is sent (06 §15.2, R55). The person who decides must look at the body
 * itself then.
 */
export const INCOMPLETE_REASONS = [
  /** A name stands more than once in one object or head, in any letter case: servers differ on which one counts. */
  'repeated_names',
  /** Several messages, JSON parts or texts where one is expected. */
  'several_parts',
  /** Two fields that say the same thing to the provider, such as a message inside and beside `message`. */
  'twin_fields',
  /** More names, recipients or parts than are listed. */
  'more_than_listed',
  /** A value is longer than what is shown of it, or is shown by its length. */
  'cut',
  /** The body goes on after the bytes that the summary is made from. */
  'body_goes_on',
  /** The body, or the message in it, cannot be read as the app would. */
  'unreadable',
  /** A coding, charset, boundary or line end that servers undo in different ways. */
  'ambiguous_coding',
] as const;

export type IncompleteReason = (typeof INCOMPLETE_REASONS)[number];

/** What a held request is about, in words for the person who decides (06 §15.2). */
export interface ApprovalSummary {
  action: string;
  details: SummaryDetail[];
  /** Absent where the details show everything, or say in place what they leave out. */
  incomplete?: IncompleteReason[];
}

export interface SummaryDetail {
  label: string;
  value: string;
}

/** The first bytes of a body, content-decoded. */
export interface BodyStart {
  bytes: Uint8Array;
  /** The body goes on after `bytes`. */
  truncated: boolean;
  /** As the agent declared it; null for a body without a declared length. */
  declaredLength: number | null;
  /** Its codings are wrong, unknown, or can be undone in more than one way. */
  unsure?: boolean;
}

/** What a summary is made from: nothing but the request itself. */
export interface SummarizedRequest {
  method: string;
  host: string;
  /** Without the query. */
  path: string;
  query: string | null;
  contentType: string | null;
  /** Methods that header fields, the query or the body name besides its own. */
  otherMethods?: readonly string[];
  /** Header fields that decide what happens, by lower-case name (`DECIDING_FIELDS`). */
  decidingFields?: readonly (readonly [name: string, value: string])[];
  body: BodyStart | null;
}
