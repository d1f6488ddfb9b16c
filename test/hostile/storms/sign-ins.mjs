/** Guessing: passwords, tokens and keys; and a tenant who asks as often as it can. */
import { Buffer } from 'node:buffer';

const basic = (token) => `Basic ${Buffer.from(`x:${token}`).toString('base64')}`;
const closing = { onStatus: (_, socket) => socket.destroy() };

async function passwords(storm) {
  const { apiPort, email } = storm.target;
  await storm.paced(100, 200, () => {
    const whose = storm.random(2) === 0 ? email : `${storm.text(8)}@example.com`;
    const body = JSON.stringify({ email: whose, password: storm.text(12) });
    storm
      .open(apiPort, closing)
      .write(
        `POST /auth/sign-in/email HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${body.length}\r\n\r\n${body}`,
      );
  });
}

async function tokens(storm) {
  const { apiPort, gatewayPort, plainHost } = storm.target;
  await storm.paced(400, 500, () => {
    const token = `aoc_${Buffer.from(storm.text(32)).toString('hex')}`;
    const ways = [
      [
        gatewayPort,
        `GET http://${plainHost}/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(token)}\r\n\r\n`,
      ],
      [gatewayPort, `CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\nProxy-Authorization: ${basic(token)}\r\n\r\n`],
      [
        gatewayPort,
        `GET /v1/approvals/pending HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      ],
      [apiPort, `GET /v1/agents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`],
      [apiPort, `GET /v1/agents HTTP/1.1\r\nHost: a\r\nCookie: session=${token}\r\n\r\n`],
    ];
    const [port, request] = storm.pick(ways);
    storm.open(port, closing).write(request);
  });
}

/** Kept-open connections, each asking again when it was answered: the request log grows as fast as it can. */
async function requests(storm) {
  const { gatewayPort, authorizations, plainHost } = storm.target;
  await storm.paced(50, 16, () => {
    const authorization = storm.pick(authorizations);
    const ask = (socket) => {
      const path = storm.random(8) === 0 ? `/${storm.text(2_000)}` : '/v1/charges';
      socket.write(
        `GET http://${plainHost}${path} HTTP/1.1\r\nHost: ${plainHost}\r\nProxy-Authorization: ${authorization}\r\n\r\n`,
      );
    };
    // A pause of a few milliseconds: the storm is a flood, not a bench of what two cores can do.
    ask(storm.open(gatewayPort, { onStatus: (_, socket) => setTimeout(ask, 10, socket) }));
  });
}

export const SIGN_INS = [
  { name: 'passwords', title: 'guessed passwords', run: passwords },
  { name: 'tokens', title: 'guessed tokens and keys', run: tokens },
  { name: 'requests', title: 'a flood of small requests', run: requests },
];
