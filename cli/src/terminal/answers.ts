import type { Operation, OperationId } from '../../../client/src/operation.js';
import { CommandFailure } from './failure.js';
import { printable } from './printable.js';

/** The API answers JSON objects and lists, or nothing. These differ. */
const OTHERWISE: Readonly<Partial<Record<OperationId, 'text' | 'page'>>> = {
  getGatewaySkill: 'text',
  authorizeApp: 'page',
  authorizeOrgApp: 'page',
};

/** Throws for an answer that the API does not give: of a proxy's page, of another program behind a wrong address. */
export function mustBeOfTheApi(answer: unknown, { id }: Operation, origin: string): void {
  const form = formOf(answer);
  if (form === (OTHERWISE[id] ?? 'json')) return;
  if (form !== 'page') throw notTheApi(origin);
  const { location } = answer as { location: string | null };
  const elsewhere =
    location !== null && URL.canParse(location, origin) ? new URL(location, origin).origin : '?';
  throw notTheApi(origin, `it redirects to ${printable(elsewhere)}`);
}

export function notTheApi(
  origin: string,
  why = "the response is not from the gateway's API",
): CommandFailure {
  return new CommandFailure(
    `${new URL(origin).host} does not respond like the API of a gateway: ${why}.`,
    'ERROR',
    'check the address: cgw config get api-host',
  );
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function formOf(answer: unknown): 'json' | 'text' | 'page' | 'none of these' {
  if (typeof answer === 'string') return 'text';
  if (answer === undefined || Array.isArray(answer)) return 'json';
  if (!isObject(answer)) return 'none of these';
  const keys = Object.keys(answer);
  return keys.length === 1 && keys[0] === 'location' ? 'page' : 'json';
}
