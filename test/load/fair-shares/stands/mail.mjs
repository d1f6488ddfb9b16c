/** A mail server that takes every message, one at a time on each connection, and takes its time for it. */
import { createServer } from 'node:net';
import { Arrivals, listening } from './arrivals.mjs';

const MAIL_MS = 100;

export async function startMailServer() {
  const arrivals = new Arrivals();
  const server = createServer((socket) => {
    let text = '';
    socket.on('error', () => undefined).write('220 ready\r\n');
    socket.setEncoding('latin1').on('data', (data) => {
      text += data;
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        hear(socket, line, arrivals);
      }
    });
  });
  const port = await listening(server);
  const environment = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'gateway@example.com' };
  return { environment, arrivals, stop: () => server.close() };
}

function hear(socket, line, arrivals) {
  if (socket.inData) {
    if (line !== '.') return;
    socket.inData = false;
    const { to } = socket;
    setTimeout(() => {
      socket.write('250 taken\r\n');
      arrivals.arrived(to);
    }, MAIL_MS);
    return;
  }
  const recipient = /^RCPT TO:<([^>]*)>/i.exec(line);
  if (recipient) socket.to = recipient[1];
  if (/^DATA/i.test(line)) socket.inData = true;
  socket.write(socket.inData ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 well\r\n');
}
