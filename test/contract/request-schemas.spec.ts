/** 01 §23.6: what the document says about a body or a query is what the server accepts, field by field. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, api } from '../harness/clients/client.js';
import { startServer, type TestServer } from '../harness/server/server.js';
import { Callers, type Described, describedIn, EVERY_CREDENTIAL, TOLERANT } from './described-operations.js';
import { isKnown } from './known-exceptions.js';
import { Document, type Schema } from './schema-values.js';

/**
 * Operations that accept any body: Slack's signature is checked first, every report of an installer is valid, and an export
 * needs a configured target.
 */
const NEVER_REFUSED = ['slackEvents', 'reportInstallComplete', 'migrateExport'];
const AT_ONCE = 8;

/** `413`: a text that is too long, where a runner reports events (R49). */
const REFUSED = new Set([400, 413, 422]);
/** Statuses that come before the body is checked: the callers here have no mailed tokens or codes, and throttles count. */
const UNJUDGED = new Set([401, 403, 404, 409, 429]);

describe('the request schemas of the document', () => {
  let server: TestServer;
  let callers: Callers;
  let document: Document;
  let operations: Described[];

  beforeAll(async () => {
    server = await startServer(EVERY_CREDENTIAL);
    callers = await Callers.of(server);
    const { body } = await api(server).get('/openapi.json');
    document = new Document(body);
    const all = describedIn(body, { workspaceId: callers.owner.workspaceId });
    operations = all.filter(({ tags }) => !tags.includes(TOLERANT));
  });

  afterAll(() => server.close());

  /** How the server's response differs from the document; null if it agrees. */
  function disagreement(
    operation: Described,
    allowed: boolean,
    request: string,
    answer: Answer,
  ): string | null {
    const { status, text } = answer;
    const [check, agrees] = allowed
      ? ['positive_data_acceptance', status < 400 || UNJUDGED.has(status)]
      : ['negative_data_rejection', REFUSED.has(status) || UNJUDGED.has(status)];
    if (agrees || isKnown({ check, operation: operation.id, status, request, answer: text })) return null;
    return `${status} ${text.slice(0, 200)}`;
  }

  it('a body is accepted or refused as its schema says', async () => {
    const faults: unknown[] = [];
    const refused = new Set<string>();
    const withBodies = operations.filter(({ body }) => body !== undefined);
    expect(withBodies.length).toBeGreaterThan(30);
    for (const operation of withBodies) {
      const schema = document.resolve(operation.body!);
      await inTurns(unique(document.objectsOf(schema)), async (body) => {
        const allowed = document.allows(operation.body!, body);
        const answer = await callers.for(operation).send(operation.method, operation.path, body);
        if (REFUSED.has(answer.status)) refused.add(operation.id);
        const fault = disagreement(operation, allowed, JSON.stringify(body), answer);
        if (fault !== null)
          faults.push([operation.id, allowed ? 'allowed' : 'forbidden', shown(body), fault]);
      });
    }
    expect(faults).toEqual([]);
    // Where nothing was ever refused, something else answered before the validator.
    expect(withBodies.map(({ id }) => id).filter((id) => !refused.has(id))).toEqual(NEVER_REFUSED);
  });

  it('a query is accepted or refused as its parameters say', async () => {
    const faults: unknown[] = [];
    const withQueries = operations.filter(({ query }) => query !== undefined);
    expect(withQueries.length).toBeGreaterThan(10);
    for (const operation of withQueries) {
      await inTurns(unique(document.objectsOf(operation.query!)), async (values) => {
        const texts = Object.entries(values).filter(([name, value]) =>
          arrivesAsItIs(value, operation.query!.properties[name]),
        );
        const given = Object.fromEntries(texts);
        const query = new URLSearchParams(
          texts.map(([name, value]) => [name, String(value)] as [string, string]),
        );
        const path = `${operation.path}?${query.toString()}`;
        const allowed = document.allows(operation.query!, given);
        const answer = await callers.for(operation).send(operation.method, path);
        const fault = disagreement(operation, allowed, path, answer);
        if (fault !== null) faults.push([operation.id, allowed ? 'allowed' : 'forbidden', path, fault]);
      });
    }
    expect(faults).toEqual([]);
  });
});

/** A query is text: a number is one only where the parameter is. */
function arrivesAsItIs(value: unknown, parameter: Schema | undefined): boolean {
  return typeof value === 'string' || (typeof value === 'number' && parameter?.type === 'integer');
}

async function inTurns<T>(values: readonly T[], act: (value: T) => Promise<void>): Promise<void> {
  const left = [...values];
  const work = async (): Promise<void> => {
    for (let value = left.shift(); value !== undefined; value = left.shift()) await act(value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 300);
}
