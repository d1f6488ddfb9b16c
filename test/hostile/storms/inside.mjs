/** What stands at the beginning of every storm that goes through a tunnel. */
import { connect as connectTls } from 'node:tls';

export const connectTo = (authority, authorization) =>
  `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: ${authorization}\r\n\r\n`;

/** A tunnel and the handshake inside; `then` is given what speaks there. */
export function handshake(storm, authority, then = () => undefined, protocols = ['http/1.1']) {
  const { gatewayPort, authorizations } = storm.target;
  const socket = storm.open(gatewayPort, {
    silent: true,
  });
  socket.write(connectTo(authority, storm.pick(authorizations)));
  socket.once('data', (chunk) => {
    const status = chunk.latin1Slice(9, 12);
    if (status !== '200') {
      storm.count(status);
      return socket.destroy();
    }
    const secured = connectTls({
      socket,
      servername: authority.split(':')[0],
      rejectUnauthorized: false,
      ALPNProtocols: protocols,
    });
    let done = false;
    secured.once('secureConnect', () => {
      done = true;
      storm.count('handshake');
      then(secured);
    });
    secured.on('error', () => undefined);
    secured.once('close', () => {
      if (!done && !storm.over) storm.count('no handshake');
    });
  });
}
