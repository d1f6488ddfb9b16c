/** A model of Anthropic that answers every question after the same time. What it is asked, it says it was asked. */
import { createServer } from 'node:http';
import { Arrivals, listening, textOf } from './arrivals.mjs';

const MODEL_MS = 50;
const USAGE = { input_tokens: 10, output_tokens: 2 };

const eventsOf = (model) => [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      usage: USAGE,
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Well.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
];

export async function startModel() {
  const arrivals = new Arrivals();
  const server = createServer(async (request, response) => {
    const text = await textOf(request).catch(() => null);
    if (text === null) return;
    arrivals.read(text);
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of eventsOf('claude')) response.write(frameOf(event));
      response.end();
    }, MODEL_MS);
  });
  const port = await listening(server);
  const environment = { ANTHROPIC_BASE_URL: `http://localhost:${port}` };
  return { environment, arrivals, stop: () => server.close() };
}

const frameOf = (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
