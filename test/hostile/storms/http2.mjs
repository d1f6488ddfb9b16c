/** Inside tunnels, in frames written by hand: what no client library says (RFC 9113 §10.5). */
import { Buffer } from 'node:buffer';
import { setInterval } from 'node:timers';
import { handshake } from './inside.mjs';

const DATA = 0;
const HEADERS = 1;
const RESET = 3;
const SETTINGS = 4;
const PING = 6;
const GOAWAY = 7;
const WINDOW = 8;
const CONTINUATION = 9;
const END_STREAM = 1;
const END_HEADERS = 4;
const INITIAL_WINDOW = 4;

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
/** As many as the gateway offers. */
const STREAMS_EACH = 100;
const LARGEST_FRAME = 16_384;
const LARGEST_WINDOW = 2 ** 31 - 1 - 65_535;
/** What may be sent of a body before anybody takes any of it. */
const WINDOW_BYTES = 65_535;
const DOWNLOAD = 100 * 1_048_576;
const AGAIN_MS = 20;

function frame(type, flags, stream, payload = Buffer.alloc(0)) {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function number(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Literals without indexing and without Huffman coding. */
function fieldBlock(fields) {
  const texts = (one) => one.flatMap((text) => [Buffer.of(text.length), Buffer.from(text)]);
  return Buffer.concat(Object.entries(fields).flatMap((one) => [Buffer.of(0), ...texts(one)]));
}

const settings = (...pairs) =>
  frame(
    SETTINGS,
    0,
    0,
    Buffer.concat(pairs.map(([id, value]) => Buffer.concat([number(id).subarray(2), number(value)]))),
  );

function asking(storm, method, path) {
  return fieldBlock({
    ':method': method,
    ':scheme': 'https',
    ':authority': storm.target.tlsHost,
    ':path': path,
  });
}

/** Says `hello` and then what `begin` does; counts how the gateway ends it. */
function speak(storm, begin, hello = settings()) {
  handshake(
    storm,
    storm.target.tlsHost,
    (socket) => {
      socket.on('data', (chunk) => {
        if (chunk.length > 8 && chunk[3] === GOAWAY) storm.count('goaway');
      });
      socket.write(Buffer.concat([PREFACE, hello]));
      begin(socket);
    },
    ['h2'],
  );
}

/** The same again for as long as the other side takes it. */
function repeat(storm, socket, next) {
  const timer = setInterval(() => {
    if (storm.over || socket.destroyed) clearInterval(timer);
    else if (!socket.writableNeedDrain) socket.write(next());
  }, AGAIN_MS);
}

/** Requests that are taken back in the same segment. */
async function resets(storm) {
  await storm.paced(20, 100, () =>
    speak(storm, (socket) => {
      const block = asking(storm, 'GET', '/');
      let stream = -1;
      const pair = () => {
        stream += 2;
        const begun = frame(HEADERS, END_STREAM | END_HEADERS, stream, block);
        return Buffer.concat([begun, frame(RESET, 0, stream, number(8))]);
      };
      repeat(storm, socket, () => Buffer.concat(Array.from({ length: STREAMS_EACH }, pair)));
    }),
  );
}

/** Heads that never end: a third of them in frames without a byte. */
async function continuations(storm) {
  await storm.paced(20, 100, () =>
    speak(storm, (socket) => {
      const piece = Buffer.alloc(storm.pick([0, 100, LARGEST_FRAME]), fieldBlock({ 'x-a': 'b' }));
      const more = Buffer.concat(Array.from({ length: 20 }, () => frame(CONTINUATION, 0, 1, piece)));
      socket.write(frame(HEADERS, 0, 1, asking(storm, 'GET', '/')));
      repeat(storm, socket, () => more);
    }),
  );
}

async function controls(storm) {
  await storm.paced(20, 100, () =>
    speak(storm, (socket) => {
      const one = storm.pick([frame(PING, 0, 0, Buffer.alloc(8)), settings([INITIAL_WINDOW, 1])]);
      const many = Buffer.concat(Array.from({ length: 500 }, () => one));
      repeat(storm, socket, () => many);
    }),
  );
}

/** A hundred bodies a connection, all but their end: nobody may take them, or a person has to be asked first. */
async function bodies(storm) {
  const pieces = Array.from({ length: 4 }, (_, at) =>
    Buffer.alloc(at < 3 ? LARGEST_FRAME : WINDOW_BYTES - 3 * LARGEST_FRAME),
  );
  await storm.paced(10, 60, () =>
    speak(storm, (socket) => {
      socket.write(frame(WINDOW, 0, 0, number(LARGEST_WINDOW)));
      for (let stream = 1; stream < 2 * STREAMS_EACH; stream += 2) {
        const path = storm.pick(['/held', '/conditioned', '/unread']);
        socket.write(frame(HEADERS, END_HEADERS, stream, asking(storm, 'POST', path)));
        for (const piece of pieces) socket.write(frame(DATA, 0, stream, piece));
      }
    }),
  );
}

/** A hundred downloads a connection. Half grant the largest windows and read nothing, half grant none. */
async function unread(storm) {
  await storm.paced(10, 60, () => {
    const largest = storm.random(2) === 0;
    speak(
      storm,
      (socket) => {
        const block = asking(storm, 'GET', `/down/${DOWNLOAD}`);
        if (largest) socket.write(frame(WINDOW, 0, 0, number(LARGEST_WINDOW)));
        for (let stream = 1; stream < 2 * STREAMS_EACH; stream += 2)
          socket.write(frame(HEADERS, END_STREAM | END_HEADERS, stream, block));
        if (largest) socket.pause();
      },
      settings([INITIAL_WINDOW, largest ? LARGEST_WINDOW : 0]),
    );
  });
}

/** Downloads of which a byte at a time is granted: each is a frame and a TLS record. */
async function dribbled(storm) {
  await storm.paced(10, 60, () =>
    speak(
      storm,
      (socket) => {
        socket.write(frame(WINDOW, 0, 0, number(LARGEST_WINDOW)));
        const streams = Array.from({ length: STREAMS_EACH }, (_, at) => 2 * at + 1);
        const block = asking(storm, 'GET', `/down/${DOWNLOAD}`);
        for (const stream of streams) socket.write(frame(HEADERS, END_STREAM | END_HEADERS, stream, block));
        const grant = Buffer.concat(streams.map((stream) => frame(WINDOW, 0, stream, number(1))));
        repeat(storm, socket, () => grant);
      },
      settings([INITIAL_WINDOW, 1]),
    ),
  );
}

export const HTTP2 = [
  { name: 'h2-resets', title: 'HTTP/2: requests cancelled at once', run: resets },
  { name: 'h2-continuations', title: 'HTTP/2: heads without an end', run: continuations },
  { name: 'h2-controls', title: 'HTTP/2: PING and SETTINGS', run: controls },
  { name: 'h2-bodies', title: 'HTTP/2: a hundred bodies a connection, without their ends', run: bodies },
  { name: 'h2-unread', title: 'HTTP/2: a hundred downloads a connection, not read', run: unread },
  { name: 'h2-dribbled', title: 'HTTP/2: downloads granted by the byte', run: dribbled },
];
