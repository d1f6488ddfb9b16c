/** Limits of 04 §12. */
export const MAX_CONVERSATIONS = 100;
export const MAX_TURNS = 200;
export const MAX_LISTED_EVENTS = 500;
export const DEFAULT_EVENTS = 200;
export const MAX_MESSAGE = 100_000;
export const MAX_ATTACHMENTS = 5;
export const MAX_PENDING_ATTACHMENTS = 20;
export const MAX_ATTACHMENT_BYTES = 10_485_760;
export const LARGEST_SEQ = 2_147_483_647;
export const LEASE_SECONDS = 60;
