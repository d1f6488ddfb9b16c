/** Answers nobody reads, or a little at a time. */
const DOWNLOAD = 100 * 1_048_576;
const SIP_MS = 500;

const download = ({ authorizations, plainHost }, storm) =>
  `GET http://${plainHost}/down/${DOWNLOAD} HTTP/1.1\r\nHost: ${plainHost}\r\n` +
  `Proxy-Authorization: ${storm.pick(authorizations)}\r\n\r\n`;

async function unread(storm) {
  await storm.paced(40, 400, () => {
    const socket = storm.open(storm.target.gatewayPort, { silent: true });
    socket.pause();
    socket.write(download(storm.target, storm));
  });
}

async function sipped(storm) {
  await storm.paced(40, 200, () => {
    const socket = storm.open(storm.target.gatewayPort, { silent: true });
    socket.write(download(storm.target, storm));
    const timer = setInterval(() => socket.read(4_096), SIP_MS);
    socket.on('readable', () => undefined);
    socket.once('close', () => clearInterval(timer));
  });
}

/** The API's largest answers, asked for a hundred times in one segment and not read. */
async function unreadAnswers(storm) {
  const { apiPort } = storm.target;
  const asked = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(100);
  await storm.paced(5, 50, () => {
    const socket = storm.open(apiPort, { silent: true });
    socket.pause();
    socket.write(asked);
  });
}

export const STREAMS = [
  { name: 'unread', title: 'downloads that are not read', run: unread },
  { name: 'sipped', title: 'downloads read at 8 KB a second', run: sipped },
  { name: 'unread-answers', title: 'pipelined responses that are not read', run: unreadAnswers },
];
