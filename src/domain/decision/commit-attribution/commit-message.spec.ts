import { describe, expect, it } from '@jest/globals';
import { finished } from '../../text/reading.js';
import { attributingBody } from './attributed-body.js';
import { attributedMessage, makesCommit } from './commit-message.js';

const AUTHOR = { agentName: 'Ada', workspaceId: 'w' };
const attributed = (body: string | Buffer): string | null =>
  finished(attributingBody(Buffer.from(body), AUTHOR))?.toString() ?? null;

describe('which requests of the GitHub API make a commit (06 §11.6)', () => {
  it.each([
    ['PUT', '/repos/o/r/contents/a', true],
    ['POST', '/repos/o/r/contents/a', false],
    ['PUT', '/repos/o/r/contents/', false],
    ['POST', '/repos/o/r/git/commits', true],
    ['POST', '/repos/o/r/git/commits/', true],
    ['PUT', '/repos/o/r/git/commits', false],
    ['POST', '/repos/o/r/git/commits/abc', false],
    ['DELETE', '/other', false],
  ])('%s %s: %s', (method, path, makes) => {
    expect(makesCommit(method, path)).toBe(makes);
  });
});

describe('the message of a commit (06 §11.6)', () => {
  const TRAILER = '\n\nOn-Behalf-Of: Ada[credential-gateway] (w)';

  it('begins with the name of the agent once, and ends with whom it is for', () => {
    expect(attributedMessage('Fix', AUTHOR)).toBe(`[Ada] Fix${TRAILER}`);
    expect(attributedMessage('[Ada] Fix', AUTHOR)).toBe(`[Ada] Fix${TRAILER}`);
    expect(attributedMessage(`Fix${TRAILER}`, AUTHOR)).toBe(`Fix${TRAILER}`);
  });

  it('has no line that a name of several lines made', () => {
    expect(attributedMessage('Fix', { agentName: 'A\r\nB\u2028C', workspaceId: 'w' })).toBe(
      '[A B C] Fix\n\nOn-Behalf-Of: A B C[credential-gateway] (w)',
    );
  });

  it.each([
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['no UTF-8 beside its message', Buffer.from('{"message":"m","a":"\xff"}', 'latin1')],
    ['a list', '[{"message":"m"}]'],
    ['JSON that ends early', '{"message":"m"'],
    ['an object without a message', '{"a":{"message":"m"}}'],
    ['a message that is no text', '{"message":1}'],
    ['a message that names somebody', '{"message":"On-Behalf-Of: x"}'],
  ])('stays as it is in %s', (_what, body) => {
    expect(attributed(body)).toBeNull();
  });

  it('is attributed up to 1 MiB as it is written, quotes included, and up to sixteen times', () => {
    const long = (bytes: number): string => `{"message":"${'m'.repeat(bytes - 2)}"}`;
    expect(attributed(long(1_048_576))).toContain('On-Behalf-Of');
    expect(attributed(long(1_048_577))).toBeNull();
    const many = (count: number): string => `{${Array(count).fill('"message":"m"').join(',')}}`;
    expect(attributed(many(16))?.split('On-Behalf-Of')).toHaveLength(17);
    expect(attributed(many(17))).toBeNull();
  });

  it('is found under a name of escapes, up to 256 bytes', () => {
    expect(attributed('{"\\u006dessage":"m"}')).toContain('On-Behalf-Of');
    expect(attributed(`{"${'m'.repeat(300)}":"m","message":"m"}`)).toContain('On-Behalf-Of');
  });
});
