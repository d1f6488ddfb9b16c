import { HEAD_FAULTS, type HeadFault } from '../../../domain/protocols/http1/heads/head-faults.js';
import type { RefusedHead } from '../../../kernel/http/connections/http-connections.js';

/** Why nothing more can be read of a connection. */
export type BrokenBy = HeadFault | 'too_late' | 'body_malformed';

const OUTSIDE_OF_HEADS = {
  too_late: { status: 408, message: '' },
  body_malformed: { status: 400, message: 'The framing of the body is malformed.' },
} as const;
const FAULTS = { ...HEAD_FAULTS, ...OUTSIDE_OF_HEADS };
const REASONS = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
} as const;

/** The last answer of a connection whose bytes are not HTTP, or not within limits (06 §9.11, R24.7), as latin1. */
export function brokenAnswer(by: BrokenBy): string {
  const { status, message } = FAULTS[by];
  const head = `HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\n`;
  if (status !== 400) return `${head}Content-Length: 0\r\n\r\n`;
  const body = JSON.stringify({ error: 'invalid_request', message });
  return `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** What the operator's metric calls it. */
export function refusedAs(by: BrokenBy): RefusedHead {
  if (by === 'too_late') return by;
  return FAULTS[by].status === 431 ? 'too_large' : 'malformed';
}
