/** What the two providers put on the wire: events of a stream as `[event, data]`, data as JSON or as text. */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Asked, ModelPlay, PlayedCall } from './model-plays.js';
import type { SeenRequest } from './upstream.js';

type WireEvent = readonly [event: string, data: object | string];
interface Problem {
  type: string;
  message: string;
}

export interface Wire {
  /** How the path of its address ends. */
  endpoint: string;
  read(seen: SeenRequest): Asked;
  problem(problem: Problem): object;
  events(play: ModelPlay, asked: Asked): WireEvent[];
}

const NO_JSON = '{"type": "content_block_del';

/** Writes a stream, cut wherever `pieceBytes` says; ends early when the caller goes. */
export async function answerInPieces(
  response: ServerResponse,
  events: readonly WireEvent[],
  { pieceBytes, pauseMs }: { pieceBytes: number; pauseMs: number },
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  for (const [event, data] of events) {
    const name = event === '' ? '' : `event: ${event}\n`;
    const frame = Buffer.from(`${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
    const bytes = pieceBytes || frame.length;
    for (let at = 0; at < frame.length; at += bytes) {
      if (response.destroyed) return;
      if (!response.write(frame.subarray(at, at + bytes)))
        await new Promise<void>((resolve) => {
          response.once('drain', resolve);
          response.once('close', resolve);
        });
    }
    if (pauseMs > 0) await pause(pauseMs);
  }
}

function textOf(args: PlayedCall['args']): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}

/** In two, so that nothing is whole by itself. */
function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

function messagesOf(body: any): any[] {
  return Array.isArray(body.messages) ? body.messages : [];
}

function spoken(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n');
}

const anthropic: Wire = {
  endpoint: '/v1/messages',

  read(seen) {
    const body = JSON.parse(seen.body.toString());
    const users = messagesOf(body).filter(({ role }) => role === 'user');
    const results = messagesOf(body)
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => spoken(content));
    const message = users.map(({ content }) => spoken(content)).findLast((text) => text !== '') ?? '';
    return { provider: 'anthropic', seen, body, message, results };
  },

  problem: (error) => ({ type: 'error', error: { type: error.type, message: error.message } }),

  events(play, { body }) {
    const events: WireEvent[] = [
      [
        'message_start',
        {
          type: 'message_start',
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: body.model,
            content: [],
            stop_reason: null,
            usage: {
              input_tokens: 11,
              cache_read_input_tokens: 3,
              cache_creation_input_tokens: 2,
              output_tokens: 1,
            },
          },
        },
      ],
      ['ping', { type: 'ping' }],
    ];
    let index = 0;
    const block = (start: object, deltas: object[]): void => {
      events.push(['content_block_start', { type: 'content_block_start', index, content_block: start }]);
      for (const delta of deltas)
        events.push(['content_block_delta', { type: 'content_block_delta', index, delta }]);
      events.push(['content_block_stop', { type: 'content_block_stop', index }]);
      index += 1;
    };
    const say = (pieces: readonly string[]): void => {
      const deltas = pieces.map((text) => ({ type: 'text_delta', text }));
      if (pieces.length > 0) block({ type: 'text', text: '' }, deltas);
    };
    const think = (pieces: readonly string[] = []): void => {
      const deltas = pieces.map((thinking) => ({ type: 'thinking_delta', thinking }));
      const signed = { type: 'signature_delta', signature: 'signed' };
      if (pieces.length > 0) block({ type: 'thinking', thinking: '', signature: '' }, [...deltas, signed]);
    };
    const stop = (stop_reason: string): void => {
      events.push([
        'message_delta',
        { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 7 } },
      ]);
      events.push(['message_stop', { type: 'message_stop' }]);
    };
    switch (play.kind) {
      case 'says':
        think(play.thinking);
        say(play.pieces);
        stop(play.stop === 'length' ? 'max_tokens' : 'end_turn');
        break;
      case 'calls':
        think(play.thinking);
        if (play.text !== undefined) say([play.text]);
        for (const [at, { id = `toolu_${at + 1}`, name, args }] of play.calls.entries())
          block(
            { type: 'tool_use', id, name, input: {} },
            halves(textOf(args)).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
          );
        stop('tool_use');
        break;
      case 'refuses':
        say([play.text]);
        stop('refusal');
        break;
      case 'breaks-down':
        say(play.pieces);
        events.push(['error', this.problem(play)]);
        break;
      case 'babbles':
        say(play.pieces);
        events.push(['content_block_delta', NO_JSON]);
        stop('end_turn');
        break;
      case 'hangs-up':
      case 'stalls':
        say(play.pieces);
        break;
      case 'fails':
    }
    return events;
  },
};

const openai: Wire = {
  endpoint: '/chat/completions',

  read(seen) {
    const body = JSON.parse(seen.body.toString());
    const messages = messagesOf(body);
    const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => spoken(content));
    const message = spoken(messages.findLast(({ role }) => role === 'user')?.content);
    return { provider: 'openai', seen, body, message, results };
  },

  problem: ({ type, message }) => ({ error: { message, type, param: null, code: type } }),

  events(play, { body }) {
    const events: WireEvent[] = [];
    const chunk = (delta: object, finish_reason: string | null = null): void => {
      const choices = [{ index: 0, delta, finish_reason }];
      events.push([
        '',
        { id: 'chatcmpl-1', object: 'chat.completion.chunk', model: body.model, choices, usage: null },
      ]);
    };
    const say = (pieces: readonly string[]): void => pieces.forEach((content) => chunk({ content }));
    const think = (pieces: readonly string[] = []): void =>
      pieces.forEach((reasoning_content) => chunk({ reasoning_content }));
    const stop = (reason: string): void => {
      chunk({}, reason);
      const usage = {
        prompt_tokens: 14,
        completion_tokens: 7,
        total_tokens: 21,
        prompt_tokens_details: { cached_tokens: 3 },
      };
      events.push(['', { id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [], usage }]);
      events.push(['', '[DONE]']);
    };
    chunk({ role: 'assistant', content: '' });
    switch (play.kind) {
      case 'says':
        think(play.thinking);
        say(play.pieces);
        stop(play.stop === 'length' ? 'length' : 'stop');
        break;
      case 'calls':
        think(play.thinking);
        if (play.text !== undefined) say([play.text]);
        for (const [index, { id = `call_${index + 1}`, name, args }] of play.calls.entries()) {
          chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
          for (const half of halves(textOf(args)))
            chunk({ tool_calls: [{ index, function: { arguments: half } }] });
        }
        stop('tool_calls');
        break;
      case 'refuses':
        for (const refusal of halves(play.text)) chunk({ refusal });
        stop('stop');
        break;
      case 'breaks-down':
        say(play.pieces);
        events.push(['', this.problem(play)]);
        break;
      case 'babbles':
        say(play.pieces);
        events.push(['', NO_JSON]);
        stop('stop');
        break;
      case 'hangs-up':
      case 'stalls':
        say(play.pieces);
        break;
      case 'fails':
    }
    return events;
  },
};

export const WIRES: readonly Wire[] = [anthropic, openai];
