import { connect } from 'node:net';
import type { Agent } from './agent.js';

/** An upgrade in reverse-proxy mode, the plainest way to open one: status and the raw answer. */
export async function webSocket(
  server: { gatewayUrl: string },
  by: Agent,
  host: string,
  more: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const { port } = new URL(server.gatewayUrl);
  const extra = Object.entries(more).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('close', () => resolve({ status: Number(text.split(' ')[1]), text }));
    socket.write(
      `GET /proxy-http/${host}/socket HTTP/1.1\r\nHost: gateway.test\r\nX-Agent-Token: ${by.token}\r\n` +
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${extra.join('')}\r\n`,
    );
    setTimeout(() => socket.end(), 2_000).unref();
  });
}
