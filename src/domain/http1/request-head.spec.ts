import { describe, expect, it } from '@jest/globals';
import type { HeadFault } from './head-faults.js';
import { RequestHeadReader, type RequestHead } from './request-head.js';

function read(text: string): { result: RequestHead | HeadFault | null; end: number } {
  const reader = new RequestHeadReader();
  const result = reader.read(Buffer.from(text, 'latin1'), 0);
  return { result, end: reader.end };
}

describe('the head of a request', () => {
  it('gives its parts as they came, and where it ends', () => {
    const head = 'POST /a?b=c HTTP/1.1\r\nHost: u.test\r\nX-Two:  spaced \t\r\ncontent-length: 5\r\n\r\n';
    const { result, end } = read(`${head}hello`);
    expect(end).toBe(head.length);
    expect(result).toMatchObject({
      method: 'POST',
      target: '/a?b=c',
      minor: 1,
      rawHeaders: ['Host', 'u.test', 'X-Two', 'spaced', 'content-length', '5'],
      framing: { kind: 'length', length: 5 },
      persistent: true,
      expectsContinue: false,
      upgrade: null,
      host: 'u.test',
    });
  });
});
