import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attributingBody } from './attributed-body.js';
import { attributedMessage } from './commit-message.js';

const AUTHOR = { agentName: 'Ada', workspaceId: 'w' };

function attributed(body: Buffer | string): { body: string | null; pieces: number } {
  const reading = attributingBody(Buffer.from(body), AUTHOR);
  for (let pieces = 1; ; pieces += 1) {
    const next = reading.next();
    if (next.done) return { body: next.value?.toString() ?? null, pieces };
  }
}

describe('a body with its commit message attributed (06 §11.6)', () => {
  it('says what its JSON says, but for the message of the outermost object', () => {
    const rest = fc.dictionary(fc.constantFrom('content', 'message', 'ü', '"'), fc.jsonValue());
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), rest, fc.constantFrom(0, 2), (message, x, blanks) => {
        const well = message.toWellFormed();
        const body = JSON.stringify({ x, message: well, y: [x] }, null, blanks);
        const expected = { x, message: attributedMessage(well, AUTHOR), y: [x] };
        expect(JSON.parse(attributed(body).body!)).toEqual(JSON.parse(JSON.stringify(expected)));
      }),
    );
  });

  const MIB_10 = 10_485_760;
  it.each([
    ['one text', `{"message":"m","content":"${'QUJD'.repeat(MIB_10 / 4 - 10)}"}`],
    ['escapes', `{"message":"m","content":"${'\\n'.repeat(MIB_10 / 2 - 20)}"}`],
    ['values', `{"message":"m","content":[${'1,'.repeat(MIB_10 / 2 - 20)}1]}`],
    ['names', `{"message":"m",${'"a":1,'.repeat(MIB_10 / 6 - 20)}"b":1}`],
    ['blanks', `{"message":"m"${' '.repeat(MIB_10 - 20)}}`],
  ])('is read in hundreds of pieces where it is 10 MiB of %s (ADR 122)', (_what, body) => {
    const { body: changed, pieces } = attributed(body);
    expect(changed).toContain('On-Behalf-Of: Ada');
    expect(pieces).toBeGreaterThan(1_000);
  });
});
