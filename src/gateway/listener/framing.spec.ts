import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { framingFault, hasContent } from './framing.js';

/** A head as Node's parser leaves it, in a version of HTTP/1. */
function head(fields: readonly [name: string, value: string][], minor = 1): IncomingMessage {
  return {
    rawHeaders: fields.flat(),
    headers: Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value])),
    httpVersionMajor: 1,
    httpVersionMinor: minor,
  } as unknown as IncomingMessage;
}

const HOST: [string, string] = ['Host', 'u.test'];
const LENGTH: [string, string] = ['Content-Length', '3'];
const CHUNKS: [string, string] = ['Transfer-Encoding', 'chunked'];
const BOTH = 'Content-Length and Transfer-Encoding exclude each other.';
const OTHER_CODING = 'Only the chunked transfer coding is supported.';

describe('framing that two readers could take differently (06 §9.11)', () => {
  it.each<[string, [string, string][], number]>([
    ['no body', [HOST], 1],
    ['a length', [HOST, LENGTH], 1],
    ['chunks', [HOST, CHUNKS], 1],
    ['chunks in another spelling', [HOST, ['TRANSFER-ENCODING', ' Chunked ']], 1],
    ['a name and a value that only look like framing', [['X-Host', 'a'], HOST, ['X', 'content-length']], 1],
    ['HTTP/1.0 without a Host', [['Accept', '*/*']], 0],
    ['HTTP/1.0 with a length', [LENGTH], 0],
  ])('passes %s', (_name, fields, minor) => {
    expect(framingFault(head(fields, minor))).toBeNull();
  });

  it.each<[string, [string, string][], string, number]>([
    ['no Host', [['Accept', '*/*']], 'The Host header is missing.', 1],
    ['two Hosts', [HOST, ['host', 'u.test']], 'More than one Host header.', 1],
    ['two Hosts in HTTP/1.0', [HOST, HOST], 'More than one Host header.', 0],
    ['two lengths', [HOST, LENGTH, ['content-length', '3']], 'More than one Content-Length header.', 1],
    ['a length before chunks', [HOST, LENGTH, CHUNKS], BOTH, 1],
    ['a length behind chunks', [HOST, CHUNKS, LENGTH], BOTH, 1],
    ['another coding', [HOST, ['Transfer-Encoding', 'gzip']], OTHER_CODING, 1],
    ['a coding below chunks', [HOST, ['Transfer-Encoding', 'gzip, chunked']], OTHER_CODING, 1],
    ['chunks said twice', [HOST, CHUNKS, CHUNKS], OTHER_CODING, 1],
    ['chunks behind a coding', [HOST, ['Transfer-Encoding', 'gzip'], CHUNKS], OTHER_CODING, 1],
    ['chunks in HTTP/1.0', [HOST, CHUNKS], 'HTTP/1.0 has no transfer codings.', 0],
  ])('refuses %s', (_name, fields, fault, minor) => {
    expect(framingFault(head(fields, minor))).toBe(fault);
  });
});

describe('the announcement of a body', () => {
  it.each<[string, [string, string][], boolean]>([
    ['nothing', [HOST], false],
    ['a length of 0', [['Content-Length', '0']], false],
    ['a length of 00', [['Content-Length', '00']], false],
    ['a length', [LENGTH], true],
    ['chunks', [CHUNKS], true],
    ['a length nobody can read', [['Content-Length', 'x']], true],
  ])('%s says so', (_name, fields, announced) => {
    expect(hasContent(head(fields))).toBe(announced);
  });
});
