/** What a held request is about, in words for the person who decides (06 §15.2). */
export interface ApprovalSummary {
  action: string;
  details: SummaryDetail[];
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
  body: BodyStart | null;
}

/** Describes the requests of one app; null for a request it does not know. */
export type AppSummarizer = (request: SummarizedRequest) => ApprovalSummary | null;
