/** Tunnels: opened and left, with half a handshake, for names nobody has, and WebSockets that say nothing. */
import { connectTo, handshake } from './inside.mjs';

/** The beginning of a ClientHello record that promises 512 bytes. */
const HALF_HELLO = '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03';

/** A third says nothing after the 200, a third begins a handshake, a third leaves at once. */
async function abandoned(storm) {
  const { gatewayPort, authorizations, tlsHost } = storm.target;
  await storm.paced(300, 2_500, () => {
    const end = storm.pick([() => undefined, (socket) => socket.write(HALF_HELLO, 'latin1'), destroy]);
    storm
      .open(gatewayPort, { onStatus: (status, socket) => status === 200 && end(socket) })
      .write(connectTo(tlsHost, storm.pick(authorizations)));
  });
}

const destroy = (socket) => socket.destroy();

/** Handshakes that finish and then nothing: TLS state is what they hold. */
async function idle(storm) {
  const { tlsHost } = storm.target;
  await storm.paced(60, 800, () => handshake(storm, tlsHost));
}

async function names(storm) {
  await storm.paced(40, 400, () => handshake(storm, `${storm.text(12)}.example.com:443`, destroy));
}

async function webSockets(storm) {
  const { gatewayPort, tokens, plainHost } = storm.target;
  await storm.paced(150, 1_500, () =>
    storm
      .open(gatewayPort)
      .write(
        `GET /proxy-http/${plainHost}/socket HTTP/1.1\r\nHost: a\r\nX-Agent-Token: ${storm.pick(tokens)}\r\n` +
          'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      ),
  );
}

export const TUNNELS = [
  { name: 'tunnels', title: 'tunnels left open or half shaken', run: abandoned },
  { name: 'handshakes', title: 'tunnels idle after the handshake', run: idle },
  { name: 'names', title: 'a new host name each time', run: names },
  { name: 'web-sockets', title: 'WebSockets opened and left', run: webSockets },
];
