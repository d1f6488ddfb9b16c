import { describe, expect, it } from '@jest/globals';
import { EventData } from './event-data.js';

function read(stream: string | Uint8Array, size = Infinity): string[] {
  const bytes = typeof stream === 'string' ? Buffer.from(stream) : stream;
  const events = new EventData();
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += size) found.push(...events.read(bytes.subarray(at, at + size)));
  return found;
}

const STREAM =
  '\ufeff: hello\r\n\r\nevent: a\r\ndata: {"a":1}\r\n\r\ndata:two\ndata: lines €😀\ndata\n\nid: 7\n\nretry: 5\rdata:  x\r\rdata: cut';

describe('the data of server-sent events', () => {
  it.each([1, 2, 3, 5, 7, 64, Infinity])('is the same in pieces of %s bytes', (size) => {
    expect(read(STREAM, size)).toEqual(['{"a":1}', 'two\nlines €😀\n', ' x']);
  });

  it('is not that of an event that was never ended', () => {
    expect(read('data: a\n\ndata: b\n')).toEqual(['a']);
  });

  it('takes comments for ever, and no event without end', () => {
    const events = new EventData();
    const comment = Buffer.from(`: ${'x'.repeat(10_000)}\n`);
    for (let count = 0; count < 500; count++) expect([...events.read(comment)]).toEqual([]);
    const line = Buffer.from(`data: ${'x'.repeat(10_000)}\n`);
    expect(() => {
      for (let count = 0; count < 500; count++) Array.from(events.read(line));
    }).toThrow('too large');
    const endless = new EventData();
    expect(() => {
      for (let count = 0; count < 500; count++) Array.from(endless.read(Buffer.alloc(10_000, 0x61)));
    }).toThrow('too large');
  });

  it('is found in time that grows with the stream, whatever the pieces', () => {
    const stream = Buffer.from(`data: ${'y'.repeat(1_000_000)}\n\n${'data: z\n\n'.repeat(100_000)}`);
    const started = process.cpuUsage();
    expect(read(stream, 1)).toHaveLength(100_001);
    expect(read(stream)).toHaveLength(100_001);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(10_000);
  });
});
