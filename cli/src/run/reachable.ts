import { Agent, request } from 'node:http';

/** Enough for a gateway on the other side of the world. */
const PATIENCE_MS = 3_000;

/** Whether a gateway answers there; nothing is sent but the question. */
export async function isReachable(proxy: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request(
      {
        host: proxy.hostname.replace(/^\[|\]$/g, ''),
        port: proxy.port,
        path: '/healthz',
        timeout: PATIENCE_MS,
        // Not by a proxy that is set already, as within another run.
        agent: new Agent(),
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      },
    );
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(false));
    asked.end();
  });
}
