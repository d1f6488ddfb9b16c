import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server on loopback that knows TXT records and nothing else (RFC 1035). */
export interface NameServer {
  /** As the setting `DNS_RESOLVERS` takes it. */
  address: string;
  /** Records by name, each a list of chunks. */
  records: Map<string, string[][]>;
  /** What names it was asked for. */
  asked: string[];
  /** Takes questions and answers none, while set. */
  silent: boolean;
  close(): Promise<void>;
}

const HEADER_BYTES = 12;
const [ANSWER_FLAGS, NO_SUCH_NAME] = [0x8180, 3];
const [TXT, INTERNET] = [16, 1];

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const running = { records: new Map<string, string[][]>(), asked: [] as string[], silent: false };
  socket.on('message', (query, from) => {
    const { name, end } = questionOf(query);
    running.asked.push(name);
    if (!running.silent) socket.send(answer(query, end, running.records.get(name)), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  return Object.assign(running, {
    address: `127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => void socket.close(() => resolve())),
  });
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function answer(query: Buffer, endOfQuestion: number, records: string[][] | undefined): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(records === undefined ? ANSWER_FLAGS | NO_SUCH_NAME : ANSWER_FLAGS, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records?.length ?? 0, 6);
  const question = query.subarray(HEADER_BYTES, endOfQuestion);
  return Buffer.concat([header, question, ...(records ?? []).map(record)]);
}

function record(chunks: readonly string[]): Buffer {
  const data = Buffer.concat(
    chunks.map((chunk) => Buffer.concat([Buffer.from([chunk.length]), Buffer.from(chunk, 'latin1')])),
  );
  const head = Buffer.alloc(HEADER_BYTES);
  // A pointer to the name of the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(INTERNET, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
