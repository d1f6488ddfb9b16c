import { toolUse } from '../messages/anthropic-request.js';
import { AnswerSize, GrowingText } from './answer-text.js';
import type { AnswerReader } from './answer-reader.js';
import { BrokenAnswer } from './broken-answer.js';
import type { ModelResponse, ModelPiece, ToolCall } from '../messages/model-messages.js';
import { countOf, type Loose, objectOf, parsed, textOf } from '../messages/loose-json.js';
import { ProviderProblem } from './provider-problem.js';

/** Blocks of one answer; the longest have some dozens. */
const MAX_BLOCKS = 1_000;

const STOPS: Readonly<Record<string, ModelResponse['stopped']>> = {
  tool_use: 'tools',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
};

type Block =
  | { kind: 'text'; text: GrowingText }
  | { kind: 'thinking'; text: GrowingText; signature: string }
  | { kind: 'call'; id: string; name: string; args: string; input: Loose }
  /** Given back as it came, such as reasoning that is not shown. */
  | { kind: 'other'; whole: Loose };

/** An answer of Anthropic's Messages from its events. Kinds of events and blocks that are not known are passed over. */
export class AnthropicAnswer implements AnswerReader {
  isOver = false;
  private readonly size = new AnswerSize();
  private readonly blocks = new Map<number, Block>();
  private stopReason = '';
  private input = 0;
  private cacheRead = 0;
  private output = 0;

  take(data: string): ModelPiece[] {
    const event = objectOf(parsed(data));
    switch (event.type) {
      case undefined:
        throw new BrokenAnswer('An event of the stream is no JSON of the provider.');
      case 'message_start':
        this.count(objectOf(objectOf(event.message).usage));
        return [];
      case 'content_block_start':
        return this.begin(countOf(event.index), objectOf(event.content_block));
      case 'content_block_delta':
        return this.grow(countOf(event.index), objectOf(event.delta));
      case 'message_delta':
        this.stopReason = textOf(objectOf(event.delta).stop_reason) || this.stopReason;
        this.count(objectOf(event.usage));
        return [];
      case 'message_stop':
        this.isOver = true;
        return [];
      case 'error':
        throw ProviderProblem.ofJson(null, event);
      default:
        return [];
    }
  }

  finish(): ModelResponse {
    if (!this.isOver) throw new BrokenAnswer('The answer ended too early.');
    const blocks = [...this.blocks].sort(([one], [other]) => one - other).map(([, block]) => block);
    const toolCalls = blocks.flatMap((block) => (block.kind === 'call' ? [callOf(block)] : []));
    return {
      text: blocks.map((block) => (block.kind === 'text' ? block.text.text : '')).join(''),
      toolCalls,
      kept: { provider: 'anthropic', blocks: blocks.flatMap(keptOf) },
      usage: {
        inputTokens: this.input,
        outputTokens: this.output,
        cacheReadInputTokens: this.cacheRead,
      },
      stopped: STOPS[this.stopReason] ?? (toolCalls.length > 0 ? 'tools' : 'end'),
    };
  }

  private begin(index: number, block: Loose): ModelPiece[] {
    if (this.blocks.size >= MAX_BLOCKS) throw new BrokenAnswer('The answer has too many parts.');
    switch (block.type) {
      case 'text': {
        const text = new GrowingText('text', this.size);
        this.blocks.set(index, { kind: 'text', text });
        return text.add(textOf(block.text));
      }
      case 'thinking': {
        const text = new GrowingText('thinking', this.size);
        const signature = this.size.take(textOf(block.signature));
        this.blocks.set(index, { kind: 'thinking', text, signature });
        return text.add(textOf(block.thinking));
      }
      case 'tool_use': {
        const id = this.size.take(textOf(block.id));
        const name = this.size.take(textOf(block.name));
        if (id === '' || name === '') throw new BrokenAnswer('A tool is called without a name or an id.');
        this.blocks.set(index, { kind: 'call', id, name, args: '', input: objectOf(block.input) });
        return [];
      }
      case 'redacted_thinking':
        this.size.take(textOf(block.data));
        this.blocks.set(index, { kind: 'other', whole: block });
        return [];
      default:
        return [];
    }
  }

  private grow(index: number, delta: Loose): ModelPiece[] {
    const block = this.blocks.get(index);
    if (block === undefined || block.kind === 'other') return [];
    if (block.kind === 'call') {
      block.args += this.size.take(textOf(delta.partial_json));
      return [];
    }
    if (block.kind === 'text') return block.text.add(textOf(delta.text));
    block.signature += this.size.take(textOf(delta.signature));
    return block.text.add(textOf(delta.thinking));
  }

  /** Later numbers are totals and replace earlier ones; what is not told stays. Written into the cache is read in full. */
  private count(usage: Loose): void {
    if (usage.input_tokens !== undefined && usage.input_tokens !== null)
      this.input = countOf(usage.input_tokens) + countOf(usage.cache_creation_input_tokens);
    this.cacheRead = Math.max(this.cacheRead, countOf(usage.cache_read_input_tokens));
    this.output = Math.max(this.output, countOf(usage.output_tokens));
  }
}

function callOf({ id, name, args, input }: Extract<Block, { kind: 'call' }>): ToolCall {
  return { id, name, args: args === '' ? JSON.stringify(input) : args };
}

function keptOf(block: Block): Loose[] {
  switch (block.kind) {
    case 'text':
      return block.text.text.trim() === '' ? [] : [{ type: 'text', text: block.text.text }];
    case 'thinking':
      return [{ type: 'thinking', thinking: block.text.text, signature: block.signature }];
    case 'call':
      return [toolUse(callOf(block))];
    case 'other':
      return [block.whole];
  }
}
