/** Where document and server disagree on purpose: `exceptions.json`, each with its reason. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface KnownException {
  check: string;
  /** An operationId, or a regular expression over the whole of one. */
  operations: string;
  status?: number;
  /** Regular expressions over the bodies. */
  request?: string;
  answer?: string;
  reason: string;
  /** Found by chance: a run without it says nothing. */
  rare?: true;
}

const FILE = join(import.meta.dirname, 'exceptions.json');

export const EXCEPTIONS = JSON.parse(readFileSync(FILE, 'utf8')) as KnownException[];

export interface Disagreement {
  check: string;
  operation: string;
  status: number;
  request: string;
  answer: string;
}

export function matches(exception: KnownException, seen: Disagreement): boolean {
  const { check, operations, status, request, answer } = exception;
  return (
    check === seen.check &&
    new RegExp(`^(?:${operations})$`).test(seen.operation) &&
    (status === undefined || status === seen.status) &&
    (request === undefined || new RegExp(request).test(seen.request)) &&
    (answer === undefined || new RegExp(answer).test(seen.answer))
  );
}

export function isKnown(seen: Disagreement): boolean {
  return EXCEPTIONS.some((exception) => matches(exception, seen));
}
