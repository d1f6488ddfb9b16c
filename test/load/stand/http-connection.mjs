/**
 * The smallest HTTP/1.1 client that can measure: one connection, one request at a time, answers with a
 * Content-Length. `route` says how the upstream is reached:
 * `{ host, port, secure, proxyPort, authorization, ca, bearer, protocols }`; without `proxyPort` directly, with it and `secure`
 * through CONNECT, else in absolute form. `bearer` is for the server at the end, `authorization` for the proxy.
 */
import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

const HEAD_END = '\r\n\r\n';
const CHUNK = Buffer.alloc(64 * 1024, 'x');

export class HttpConnection {
  constructor(socket, route) {
    this.socket = socket;
    this.route = route;
    this.left = -1;
    this.head = null;
    this.done = null;
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the connection was closed')));
  }

  static async open(route, session) {
    const socket = connect({
      port: route.proxyPort ?? route.port,
      host: '127.0.0.1',
      localAddress: route.localAddress,
      noDelay: true,
    });
    await once(socket, 'connect');
    if (!route.secure) return new HttpConnection(socket, route);
    if (route.proxyPort) await connectThrough(socket, route);
    const { host, ca, protocols } = route;
    const secured = connectTls({ socket, servername: host, ca, session, ALPNProtocols: protocols });
    if (route.onSession) secured.on('session', route.onSession);
    await once(secured, 'secureConnect');
    return new HttpConnection(secured, route);
  }

  /** Bytes of a request head, to be made once and sent many times. */
  requestHead(method, path, fields = '') {
    const { host, port, secure, proxyPort, authorization, bearer = 'placeholder' } = this.route;
    const absolute = proxyPort && !secure;
    const target = absolute ? `http://${host}:${port}${path}` : path;
    const proxy = absolute && authorization ? `Proxy-Authorization: ${authorization}\r\n` : '';
    return Buffer.from(
      `${method} ${target} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: application/json\r\n` +
        `User-Agent: load-bench\r\nAuthorization: Bearer ${bearer}\r\n${proxy}${fields}\r\n`,
    );
  }

  /** `done(error, bodyBytes)` is called once for each `send`. */
  send(head, done) {
    this.done = done;
    this.left = -1;
    this.socket.write(head);
  }

  exchange(head, body = 0) {
    return new Promise((resolve, reject) => {
      this.text = '';
      this.send(head, (error, bytes) => (error ? reject(error) : resolve({ bytes, text: this.text })));
      if (body > 0) this.pour(body);
    });
  }

  pour(left) {
    while (left > 0) {
      const chunk = left >= CHUNK.length ? CHUNK : CHUNK.subarray(0, left);
      left -= chunk.length;
      if (!this.socket.write(chunk)) return void this.socket.once('drain', () => this.pour(left));
    }
  }

  close() {
    this.done = null;
    this.socket.destroy();
  }

  read(chunk) {
    if (this.done === null) return;
    let body = chunk;
    if (this.left < 0) {
      if (this.head) chunk = Buffer.concat([this.head, chunk]);
      const end = chunk.indexOf(HEAD_END);
      if (end < 0) return void (this.head = chunk);
      this.head = null;
      const head = chunk.latin1Slice(0, end);
      const length = /content-length: (\d+)/i.exec(head);
      if (!length || !/^HTTP\/1\.1 20[01] /.test(head)) return this.fail(new Error(chunk.toString()));
      this.left = this.total = Number(length[1]);
      body = chunk.subarray(end + HEAD_END.length);
    }
    this.left -= body.length;
    if (this.total < 4096) this.text = body;
    if (this.left <= 0) this.settle(null, this.total);
  }

  fail(error) {
    if (this.done) this.settle(error, 0);
  }

  settle(error, bytes) {
    const { done } = this;
    this.done = null;
    done(error, bytes);
  }
}

function once(socket, event) {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once(event, () => {
      socket.off('error', reject);
      resolve();
    });
  });
}

async function connectThrough(socket, { host, port, authorization }) {
  const field = authorization ? `Proxy-Authorization: ${authorization}\r\n` : '';
  socket.write(`CONNECT ${host}:${port} HTTP/1.1\r\nHost: ${host}:${port}\r\n${field}\r\n`);
  await new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (chunk) => {
      socket.off('error', reject);
      socket.pause();
      if (chunk.latin1Slice(0, 12) === 'HTTP/1.1 200') resolve();
      else reject(new Error(chunk.toString()));
    });
  });
}
