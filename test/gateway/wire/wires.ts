import type { Agent } from '../../harness/clients/agent.js';
import { gateway } from '../../harness/clients/client.js';
import { openTunnel } from '../../harness/clients/plain-tunnel.js';
import { rawRequest, type RawAnswer, sendRaw, sendRawOver } from '../../harness/clients/raw-http.js';
import { askOn, http2Through, tunnelOffering } from '../http2/http2-client.js';

/** What an answer says to whoever reads it, whichever way it came. */
export interface WireAnswer {
  status: number;
  retry: unknown;
  type: unknown;
  body: unknown;
}

const HANDSHAKE = [
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

/** The same request by every way an agent has to make one (06 §1, §4-§6); the host has no port. */
export async function onEveryWire(
  server: { gatewayUrl: string },
  agent: Agent,
  host: string,
  path: string,
): Promise<Record<string, WireAnswer>> {
  const caPem = await (await fetch(`${server.gatewayUrl}/v1/gateway/ca`)).text();
  const port = { port: Number(new URL(server.gatewayUrl).port), token: agent.token, caPem };
  const reverse = gateway(server).with({ 'x-agent-token': agent.token });
  const plain = await openTunnel(server, agent.token, `${host}:80`);
  const session = await http2Through(port, `${host}:443`);
  const secure = (headers: string[]): Promise<RawAnswer> =>
    tunnelOffering(port, `${host}:443`, ['http/1.1']).then((socket) =>
      sendRawOver(socket, requestOf(host, path, headers)),
    );
  try {
    const http2 = await askOn(session, path);
    return {
      'absolute form': told(await agent.ask(`http://${host}${path}`)),
      'absolute form, https': told(await agent.ask(`https://${host}${path}`)),
      'a tunnel': told(await plain.ask(path)),
      'TLS in a tunnel': told(await secure([])),
      'HTTP/2 in a tunnel': told({ ...http2, body: http2.json }),
      'reverse proxy': told(await reverse.get(`/proxy-http/${host}${path}`)),
      'reverse proxy, https': told(await reverse.get(`/proxy/${host}${path}`)),
      'a WebSocket in a tunnel': told(await secure(HANDSHAKE)),
      'a WebSocket by reverse proxy': told(
        await sendRaw(
          server.gatewayUrl,
          requestOf('gateway.test', `/proxy-http/${host}${path}`, [
            ...HANDSHAKE,
            `X-Agent-Token: ${agent.token}`,
          ]),
        ),
      ),
    };
  } finally {
    plain.close();
    session.close();
  }
}

function requestOf(host: string, target: string, headers: string[]): string {
  const upgrades = headers.includes(HANDSHAKE[0]!);
  return rawRequest('GET', target, headers)
    .replace('Host: 127.0.0.1', `Host: ${host}`)
    .replace('Connection: close', upgrades ? 'Connection: Upgrade' : 'Connection: close');
}

function told({
  status,
  headers,
  body,
}: {
  status: number;
  headers: Record<string, unknown>;
  body: unknown;
}): WireAnswer {
  return { status, retry: headers['x-should-retry'], type: headers['content-type'], body };
}
