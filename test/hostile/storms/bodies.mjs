/** Bodies: full of keys, deep, huge, slow, without an end, and held because a rule wants to read them. */
import { Buffer } from 'node:buffer';
import { setInterval } from 'node:timers';

const MEBIBYTE = 1_048_576;
const MANY_KEYS = 100_000;
const CHUNK = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`);
const chunked = (path, fields = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${fields}Transfer-Encoding: chunked\r\n\r\n`;

const keyed = (index) => `"k${index}":1`;
const MANY = `{${Array.from({ length: MANY_KEYS }, (_, index) => keyed(index)).join()}}`;
const NESTED = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
const WIDE = `{"email":[${'{},'.repeat(200_000)}{}]}`;
const PLAIN = `{"email":"${'x'.repeat(MEBIBYTE - 100)}"}`;
const JSON_BODIES = [MANY, NESTED, WIDE, PLAIN].map((body) => Buffer.from(body));
/** Each is open to anybody. */
const OPEN_PATHS = ['/auth/sign-in/email', '/auth/sign-up/email', '/auth/request-password-reset'];

async function jsonBodies(storm) {
  await storm.paced(20, 100, () => {
    const body = storm.pick(JSON_BODIES);
    const head =
      `POST ${storm.pick(OPEN_PATHS)} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
    storm.open(storm.target.apiPort).write(Buffer.concat([Buffer.from(head), body]));
  });
}

/** Half of each body at once, then a byte a second: to the API, the gateway's own paths, and through the gateway. */
async function slowBodies(storm) {
  const { apiPort, gatewayPort, authorization, plainHost } = storm.target;
  const half = Buffer.alloc(60_000, 'x');
  const fields = 'Content-Type: application/json\r\nContent-Length: 120000\r\n';
  const ways = [
    [apiPort, `POST ${OPEN_PATHS[0]} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`],
    [gatewayPort, `POST /v1/nothing HTTP/1.1\r\nHost: a\r\n${fields}\r\n`],
    [
      gatewayPort,
      `POST http://${plainHost}/up HTTP/1.1\r\nHost: ${plainHost}\r\nProxy-Authorization: ${authorization}\r\n${fields}\r\n`,
    ],
  ];
  await storm.paced(150, 1_500, () => {
    const [port, head] = storm.pick(ways);
    const socket = storm.open(port);
    socket.write(Buffer.concat([Buffer.from(head), half]));
    const timer = setInterval(() => socket.write('x'), 1_000);
    socket.once('close', () => clearInterval(timer));
  });
}

/** As fast as the server reads, to paths that take no body. */
async function endlessBodies(storm) {
  const { apiPort, gatewayPort } = storm.target;
  const ways = [
    [gatewayPort, '/healthz'],
    [gatewayPort, '/v1/nothing'],
    [gatewayPort, '/v1/cache/invalidate'],
    [apiPort, '/healthz'],
    [apiPort, OPEN_PATHS[0]],
  ];
  await storm.paced(50, 16, () => {
    const [port, path] = storm.pick(ways);
    const socket = storm.open(port);
    socket.write(chunked(path));
    pour(socket);
  });
}

/** Written in turns, so that one fast connection does not take the generator's whole loop. */
function pour(socket) {
  if (socket.destroyed) return;
  if (socket.write(CHUNK)) setTimeout(() => pour(socket), 2);
  else socket.once('drain', () => pour(socket));
}

/** Rules that read bodies make the gateway keep the beginning of each; the rest never comes. */
async function heldBodies(storm) {
  const { gatewayPort, authorizations, plainHost } = storm.target;
  const most = Buffer.alloc(MEBIBYTE - 1, 'x');
  await storm.paced(40, 600, () => {
    const head =
      `POST http://${plainHost}/conditioned HTTP/1.1\r\nHost: ${plainHost}\r\n` +
      `Proxy-Authorization: ${storm.pick(authorizations)}\r\nContent-Type: text/plain\r\n` +
      `Content-Length: ${MEBIBYTE}\r\n\r\n`;
    storm.open(gatewayPort).write(Buffer.concat([Buffer.from(head), most]));
  });
}

/** Requests that wait for a person, each with a body, and as many polls for them as anybody opens. */
async function approvals(storm) {
  const { gatewayPort, apiPort, authorizations, apiKey, plainHost } = storm.target;
  const body = 'x'.repeat(8_192);
  await storm.paced(100, 1_000, () => {
    if (storm.random(2) === 0) {
      storm
        .open(gatewayPort)
        .write(
          `POST http://${plainHost}/held HTTP/1.1\r\nHost: ${plainHost}\r\n` +
            `Proxy-Authorization: ${storm.pick(authorizations)}\r\nContent-Type: text/plain\r\n` +
            `Content-Length: ${body.length}\r\n\r\n${body}`,
        );
    } else {
      const wait = storm.pick([0, 30]);
      storm
        .open(storm.pick([apiPort, gatewayPort]), { onStatus: (_, socket) => socket.destroy() })
        .write(
          `GET /v1/approvals/pending?wait=${wait} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`,
        );
    }
  });
}

export const BODIES = [
  { name: 'json-bodies', title: 'JSON of 1 MB: keys, depth, width', run: jsonBodies },
  { name: 'slow-bodies', title: 'bodies of a byte a second', run: slowBodies },
  { name: 'endless-bodies', title: 'bodies without an end', run: endlessBodies },
  { name: 'held-bodies', title: 'bodies that a rule must read', run: heldBodies },
  { name: 'approvals', title: 'held requests and polls for them', run: approvals },
];
