import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as sent, transfer encodings undone. */
  text: string;
}

export interface SmtpSink {
  url: string;
  mails: ReceivedMail[];
  /** Answers the next messages with a temporary failure. */
  failing: boolean;
  /** Leaves so many of the next messages without an answer. */
  leaves(messages: number): void;
  /** How many have none yet. */
  left(): number;
  /** Takes those now. */
  answer(): void;
  close(): Promise<void>;
}

/** A mail server that accepts everything and delivers nothing: what SMTP_URL points to in tests. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let toLeave = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    converse(socket, (mail, answer) => {
      const take = (): void => {
        if (!sink.failing) mails.push(mail);
        answer(!sink.failing);
      };
      if (toLeave === 0) return take();
      toLeave--;
      waiting.push(take);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    failing: false,
    leaves: (messages) => (toLeave = messages),
    left: () => waiting.length,
    answer: () => waiting.splice(0).forEach((take) => take()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return sink;
}

/** As much of RFC 5321 as a sending client needs, one session per connection. */
function converse(
  socket: Socket,
  accept: (mail: ReceivedMail, answer: (taken: boolean) => void) => void,
): void {
  let pending = '';
  let envelope = { from: '', to: [] as string[] };
  let inData = false;
  const say = (line: string): void => void socket.write(`${line}\r\n`);

  const command = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') say('250 sink.test');
    else if (verb === 'MAIL') envelope = { from: address(line), to: [] };
    else if (verb === 'RCPT') envelope.to.push(address(line));
    else if (verb === 'DATA') inData = true;
    if (verb === 'DATA') say('354 go on');
    else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else if (verb !== 'EHLO') say('250 ok');
  };

  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    pending += chunk;
    for (;;) {
      const end = inData ? pending.indexOf('\r\n.\r\n') : pending.indexOf('\r\n');
      if (end < 0) return;
      const piece = pending.slice(0, end);
      pending = pending.slice(end + (inData ? 5 : 2));
      if (!inData) {
        command(piece);
        continue;
      }
      inData = false;
      const mail = { ...envelope, text: decoded(piece.replace(/\r\n\.\./g, '\r\n.')) };
      accept(mail, (taken) => say(taken ? '250 taken' : '451 try again later'));
    }
  });
  say('220 sink.test');
}

function address(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}

/** Quoted-printable only: our templates are text. */
function decoded(message: string): string {
  if (!/^content-transfer-encoding: quoted-printable/im.test(message)) return message;
  return message
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
