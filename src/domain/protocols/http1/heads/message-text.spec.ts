import { describe, expect, it } from '@jest/globals';
import {
  chunkHeadText,
  lastChunkText,
  requestHeadText,
  responseHeadText,
  UnsafeMessagePart,
} from './message-text.js';

describe('the text of a message', () => {
  it('is made of its parts', () => {
    expect(requestHeadText('GET', '/a?b', ['Host', 'u.test', 'X', ''])).toBe(
      'GET /a?b HTTP/1.1\r\nHost: u.test\r\nX: \r\n\r\n',
    );
    expect(responseHeadText(1, 200, 'caf\xe9', ['a', '\xff\t'])).toBe(
      'HTTP/1.1 200 caf\xe9\r\na: \xff\t\r\n\r\n',
    );
    expect(responseHeadText(0, 999, '', [])).toBe('HTTP/1.0 999 \r\n\r\n');
    expect(chunkHeadText(255)).toBe('ff\r\n');
    expect(lastChunkText([])).toBe('0\r\n\r\n');
    expect(lastChunkText(['X-Sum', '1'])).toBe('0\r\nX-Sum: 1\r\n\r\n');
  });

  // U+010A is the byte of a line feed once it is written as latin1.
  const unsafe = ['\r', '\n', '\0', '\x0b', '\x1f', '\x7f', '\u010a', '\u2028'];
  const writers: [string, (part: string) => string][] = [
    ['a method', (part) => requestHeadText(`GET${part}`, '/', [])],
    ['a target', (part) => requestHeadText('GET', `/${part}`, [])],
    ['a reason', (part) => responseHeadText(1, 200, `OK${part}`, [])],
    ['a name', (part) => requestHeadText('GET', '/', [`X${part}`, 'a'])],
    ['a value', (part) => responseHeadText(1, 200, '', ['X', `a${part}`])],
    ['the name of a trailer', (part) => lastChunkText([`X${part}`, 'a'])],
    ['the value of a trailer', (part) => lastChunkText(['X', `${part}a`])],
  ];
  it.each(writers)('has no control character in %s, and none that becomes one', (_name, write) => {
    for (const part of unsafe) expect(() => write(part)).toThrow(UnsafeMessagePart);
    expect(() => write('')).not.toThrow();
  });

  it.each<[string, () => string]>([
    ['no method', () => requestHeadText('', '/', [])],
    ['a blank in the target', () => requestHeadText('GET', '/ HTTP/1.1', [])],
    ['no target', () => requestHeadText('GET', '', [])],
    ['bytes above ASCII in the target', () => requestHeadText('GET', '/\xe9', [])],
    ['no name', () => requestHeadText('GET', '/', ['', 'a'])],
    ['a colon in a name', () => requestHeadText('GET', '/', ['X: a', 'b'])],
    ['a blank in a name', () => requestHeadText('GET', '/', ['X ', 'b'])],
    ['a name without a value', () => requestHeadText('GET', '/', ['X'])],
    ['a status of two digits', () => responseHeadText(1, 99, '', [])],
    ['a status that is no number', () => responseHeadText(1, Number.NaN, '', [])],
    ['a chunk that would be the last', () => chunkHeadText(0)],
    ['a chunk of half a byte', () => chunkHeadText(0.5)],
  ])('is refused with %s', (_name, write) => {
    expect(write).toThrow(UnsafeMessagePart);
  });

  it('names no part of what it refuses', () => {
    expect(() => requestHeadText('GET', '/', ['Authorization', 'secret\r\n'])).toThrow(/^((?!secret).)*$/s);
  });
});
