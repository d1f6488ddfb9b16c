import { subscribe } from 'node:diagnostics_channel';
import { ping, type WebSocket } from 'undici';
import { faultOfExtent } from '../../../../kernel/http/body/json-body.js';
import { objectOf, type SlackAnswer, textOrNull } from '../slack/slack-answer.js';

/** Why a link is of no more use: another is dialled, unless the app may not have one at all. */
export type LinkEnd = 'lost' | 'replace' | 'disabled';

/** Slack greets at once. */
const GREETING_MS = 15_000;
const PING_MS = 20_000;
/** An end that vanished without a word would otherwise be waited for by TCP for a quarter of an hour. */
const SILENT_MS = 60_000;
const CLOSED_BY_SLACK_MS = 30_000;
const LARGEST_ENVELOPE = 1_000_000;

const answeredAt = new WeakMap<object, number>();
subscribe('undici:websocket:pong', (message) => {
  const { websocket } = message as { websocket: object };
  answeredAt.set(websocket, performance.now());
});

export interface LinkListener {
  greeted(): void;
  /** One that was acknowledged. */
  envelope(envelope: SlackAnswer): void;
}

/**
 * One connection of Slack's socket mode (04 §10.4). An envelope is acknowledged before anything is made of it. Resolves when
 * the link is of no more use; what Slack still sends until it closes it is taken as well.
 */
export function followLink(socket: WebSocket, listener: LinkListener, over: AbortSignal): Promise<LinkEnd> {
  return new Promise((resolve) => {
    const begun = performance.now();
    let greeted = false;
    const close = (): void => socket.close();
    const watch = setInterval(() => {
      const silentFor = performance.now() - (answeredAt.get(socket) ?? begun);
      if (silentFor > SILENT_MS || (!greeted && performance.now() - begun > GREETING_MS)) return end('lost');
      if (greeted) ping(socket);
    }, PING_MS / 2).unref();
    const end = (reason: LinkEnd): void => {
      clearInterval(watch);
      // Slack closes it once another is there; if it forgets to, we do.
      if (reason === 'replace') setTimeout(close, CLOSED_BY_SLACK_MS).unref();
      else close();
      resolve(reason);
    };
    over.addEventListener('abort', close, { once: true });
    socket.addEventListener('error', () => end('lost'));
    socket.addEventListener('close', () => {
      over.removeEventListener('abort', close);
      end('lost');
    });
    socket.addEventListener('message', ({ data }) => {
      const message = readMessage(data);
      if (message === null) return;
      const envelopeId = textOrNull(message['envelope_id']);
      if (envelopeId !== null) {
        socket.send(JSON.stringify({ envelope_id: envelopeId }));
        return listener.envelope(message);
      }
      if (message['type'] === 'hello') {
        greeted = true;
        listener.greeted();
      } else if (message['type'] === 'disconnect') {
        end(message['reason'] === 'link_disabled' ? 'disabled' : 'replace');
      }
    });
  });
}

/** Null for what is no JSON object, or too much of one. */
function readMessage(data: unknown): SlackAnswer | null {
  if (typeof data !== 'string' || data.length > LARGEST_ENVELOPE) return null;
  if (faultOfExtent(Buffer.from(data)) !== null) return null;
  try {
    return objectOf(JSON.parse(data));
  } catch {
    return null;
  }
}
