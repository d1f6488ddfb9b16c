/** The receiver of a SIEM, which takes every batch after the same time. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Arrivals, listening, textOf } from './arrivals.mjs';

const RECEIVE_MS = 20;

export async function startReceiver() {
  const arrivals = new Arrivals();
  const server = createServer(async (request, response) => {
    const text = await textOf(request).catch(() => null);
    if (text === null) return;
    setTimeout(() => {
      response.writeHead(204).end();
      arrivals.read(text);
    }, RECEIVE_MS);
  });
  const environment = {
    EXPORT_WEBHOOK_URL: `http://127.0.0.1:${await listening(server)}/siem`,
    EXPORT_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  };
  return { environment, arrivals, stop: () => server.close() };
}
