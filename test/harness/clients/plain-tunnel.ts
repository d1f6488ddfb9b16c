import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { type AgentAnswer, collect } from './agent.js';

/** A tunnel to `authority` in which plain HTTP is spoken; answers how to ask in it. */
export async function openTunnel(
  at: { gatewayUrl: string },
  token: string,
  authority: string,
): Promise<{ ask(path: string): Promise<AgentAnswer>; close(): void }> {
  const gateway = new URL(at.gatewayUrl);
  const authorization = `Basic ${Buffer.from(`x:${token}`).toString('base64')}`;
  const socket = await new Promise<Socket>((resolve, reject) => {
    const outgoing = httpRequest({
      host: gateway.hostname,
      port: gateway.port,
      method: 'CONNECT',
      path: authority,
      headers: { 'proxy-authorization': authorization },
      agent: false,
    });
    outgoing.on('connect', (response, tunnel: Socket) =>
      response.statusCode === 200 ? resolve(tunnel) : reject(new Error(`CONNECT: ${response.statusCode}`)),
    );
    outgoing.on('error', reject).end();
  });
  const inTunnel = new HttpAgent({ keepAlive: true, maxSockets: 1 });
  inTunnel.createConnection = () => socket;
  return {
    ask: (path) =>
      new Promise((resolve, reject) => {
        const outgoing = httpRequest({ path, host: authority, agent: inTunnel });
        outgoing.on('response', (response) => void collect(response).then(resolve, reject));
        outgoing.on('error', reject).end();
      }),
    close: () => void socket.destroy(),
  };
}
