/** The provider behind the gateway: notes how often each path came and with which credential, and answers in several ways. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WebSocketServer } from 'ws';

export const EVENTS = 5;
const EVENT_MS = 50;

export async function startUpstream(dist) {
  const file = join(resolve(dist), 'src/modules/foundation/certificate-authority/certificate-issuer.js');
  const { generateAuthority, openAuthority } = await import(pathToFileURL(file));
  const authority = await openAuthority(await generateAuthority());
  const { chainPem, keyPem } = await authority.issueLeaf('localhost');
  /** Paths that came, each with how often. */
  const seen = new Map();
  const without = [];
  const note = ({ url, headers }) => {
    seen.set(url, (seen.get(url) ?? 0) + 1);
    if (headers['x-test-key'] !== 'the-value') without.push(url);
  };
  const answer = (request, response) => {
    note(request);
    request.resume();
    if (!request.url.startsWith('/events/')) return void response.end('ok');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let sent = 0;
    const timer = setInterval(() => {
      response.write(`data: ${(sent += 1)}\n\n`);
      if (sent === EVENTS) response.end();
    }, EVENT_MS);
    response.once('close', () => clearInterval(timer));
  };
  const sockets = new WebSocketServer({ noServer: true });
  sockets.on('connection', (socket) =>
    socket.on('message', (text) => socket.send(text)).on('error', () => {}),
  );
  const servers = [createServer(answer), createTlsServer({ cert: chainPem, key: keyPem }, answer)];
  for (const server of servers) {
    server.on('upgrade', (request, socket, head) => {
      note(request);
      sockets.handleUpgrade(request, socket, head, (each) => sockets.emit('connection', each));
    });
    server.listen(0, 'localhost');
    await once(server, 'listening');
  }
  const [plain, tls] = servers.map((server) => server.address().port);
  return {
    plainPort: plain,
    tlsPort: tls,
    caPem: authority.certificatePem,
    seen,
    /** Paths that came without the secret. */
    without,
    stop: () => {
      for (const server of servers) server.close().closeAllConnections();
      for (const socket of sockets.clients) socket.terminate();
    },
  };
}
