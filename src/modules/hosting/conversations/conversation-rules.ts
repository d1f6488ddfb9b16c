/** Limits of 04 §12. */
export const MOST_CONVERSATIONS = 100;
export const MOST_TURNS = 200;
export const MOST_EVENTS = 500;
export const DEFAULT_EVENTS = 200;
export const MOST_MESSAGE = 100_000;
export const MOST_ATTACHMENTS = 5;
export const MOST_PENDING_ATTACHMENTS = 20;
export const MOST_ATTACHMENT_BYTES = 10_485_760;
export const LARGEST_SEQ = 2_147_483_647;
export const LEASE_SECONDS = 60;
