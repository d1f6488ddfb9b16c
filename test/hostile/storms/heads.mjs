/** Heads: never finished, too full, behind one another, and with targets that are nothing but parameters. */
import { Buffer } from 'node:buffer';

/** As many short fields as fit in 64 KiB, the largest head either port reads. */
const FIELDS_OF_A_FULL_HEAD = 12_900;
const TARGET_BYTES = 60_000;

const shortFields = (count) => 'a:b\r\n'.repeat(count);
const HALF_HEAD = Buffer.from(`GET /healthz HTTP/1.1\r\nHost: a\r\n${shortFields(FIELDS_OF_A_FULL_HEAD)}`);
const WHOLE_HEAD = Buffer.from(`GET /healthz HTTP/1.1\r\nHost: a\r\n${shortFields(2_000)}\r\n`);
const PARAMETERS = Buffer.from(
  `GET /v1/agents?${'a&'.repeat(TARGET_BYTES / 2)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
);

async function halfHeads(storm) {
  const { ports } = storm.target;
  await storm.paced(150, 2_500, () => storm.open(storm.pick(ports)).write(HALF_HEAD));
}

/** One field at a time on many connections: each is alive, none gets anywhere. */
async function slowHeads(storm) {
  const { ports } = storm.target;
  await storm.paced(250, 2_500, () => {
    const socket = storm.open(storm.pick(ports));
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n');
    const timer = setInterval(() => socket.write('a: b\r\n'), 1_000);
    socket.once('close', () => clearInterval(timer));
  });
}

async function fullHeads(storm) {
  const { ports } = storm.target;
  await storm.paced(150, 500, () =>
    storm.open(storm.pick(ports), { onStatus: (_, socket) => socket.destroy() }).write(WHOLE_HEAD),
  );
}

async function parameters(storm) {
  await storm.paced(30, 200, () => storm.open(storm.target.apiPort).write(PARAMETERS));
}

/** Two to six requests of any kind in one segment, outside and inside a plain tunnel. */
async function pipelined(storm) {
  const { target } = storm;
  await storm.paced(200, 500, () => {
    const kinds = Array.from({ length: 2 + storm.random(5) }, () => storm.pick(KINDS)(target));
    const inTunnel = storm.random(3) === 0 ? connectTo(target.plainHost, target) : '';
    const socket = storm.open(inTunnel ? target.gatewayPort : storm.pick(target.ports));
    socket.write(inTunnel + kinds.join(''));
    setTimeout(() => socket.destroy(), 1_500);
  });
}

const connectTo = (authority, { authorization }) =>
  `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: ${authorization}\r\n\r\n`;
const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

const KINDS = [
  () => 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'POST /auth/sign-in/email HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}',
  () => 'POST /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
  () => 'POST /healthz HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na',
  () => 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n',
  (target) => connectTo(target.plainHost, target),
  () => `GET /proxy/x/ HTTP/1.1\r\nHost: a\r\n${UPGRADE}`,
  () => `GET /v1/agents HTTP/1.1\r\nHost: a\r\n${UPGRADE}`,
  ({ authorization, plainHost }) =>
    `GET http://${plainHost}/v1/charges HTTP/1.1\r\nHost: ${plainHost}\r\nProxy-Authorization: ${authorization}\r\n\r\n`,
  ({ authorization, plainHost }) =>
    `GET http://${plainHost}/socket HTTP/1.1\r\nHost: ${plainHost}\r\nProxy-Authorization: ${authorization}\r\n${UPGRADE}`,
  () => 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  () => '\x16\x03\x01\x02\x00\x01\x00',
];

export const HEADS = [
  { name: 'half-heads', title: 'half-sent heads of 12,900 fields', run: halfHeads },
  { name: 'slow-heads', title: 'heads of one field a second', run: slowHeads },
  { name: 'full-heads', title: 'heads of 2,000 fields', run: fullHeads },
  { name: 'parameters', title: 'queries of 30,000 parameters', run: parameters },
  { name: 'pipelined', title: 'anything behind anything in one segment', run: pipelined },
];
