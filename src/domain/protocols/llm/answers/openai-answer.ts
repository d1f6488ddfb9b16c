import type { AnswerReader } from './answer-reader.js';
import { AnswerSize, GrowingText } from './answer-text.js';
import { BrokenAnswer } from './broken-answer.js';
import type { ModelResponse, ModelPiece, ToolCall } from '../messages/model-messages.js';
import { countOf, listOf, type Loose, objectOf, parsed, textOf } from '../messages/loose-json.js';
import { ProviderProblem } from './provider-problem.js';

const MAX_CALLS = 1_000;
const DONE = '[DONE]';

const STOPS: Readonly<Record<string, ModelResponse['stopped']>> = {
  length: 'length',
  content_filter: 'refusal',
};

interface Call {
  id: string;
  name: string;
  args: string;
}

/** An answer of Chat Completions from its events, also of servers that leave out what they deem needless. */
export class OpenaiAnswer implements AnswerReader {
  private readonly size = new AnswerSize();
  private readonly text = new GrowingText('text', this.size);
  private readonly thinking = new GrowingText('thinking', this.size);
  private readonly calls: Call[] = [];
  /** Which of the calls the provider means by a number. */
  private readonly places = new Map<number, Call>();
  private declined = false;
  private finishReason: string | null = null;
  private isDone = false;
  private usage: ModelResponse['usage'] = { inputTokens: 0, outputTokens: 0, cacheReadInputTokens: 0 };

  /** The usage comes after the reason to end. */
  get isOver(): boolean {
    return this.isDone;
  }

  take(data: string): ModelPiece[] {
    if (data === DONE) {
      this.isDone = true;
      return [];
    }
    const chunk = parsed(data);
    if (typeof chunk !== 'object' || chunk === null)
      throw new BrokenAnswer('An event of the stream is no JSON of the provider.');
    const { error, usage, choices } = objectOf(chunk);
    if (error !== undefined && error !== null) throw ProviderProblem.ofJson(null, chunk);
    if (typeof usage === 'object' && usage !== null) this.usage = usageOf(objectOf(usage));
    const first = listOf(choices).find((choice) => countOf(objectOf(choice).index) === 0);
    const { delta, finish_reason: reason } = objectOf(first);
    if (typeof reason === 'string' && reason !== '') this.finishReason = reason;
    return this.grow(objectOf(delta));
  }

  finish(): ModelResponse {
    if (!this.isDone && this.finishReason === null) throw new BrokenAnswer('The answer ended too early.');
    const toolCalls: ToolCall[] = this.calls.map(({ id, name, args }) => ({ id, name, args: args || '{}' }));
    if (toolCalls.some(({ name }) => name === '')) throw new BrokenAnswer('A tool is called without a name.');
    const called = toolCalls.length > 0 ? 'tools' : 'end';
    return {
      text: this.text.text,
      toolCalls,
      kept: null,
      usage: this.usage,
      stopped: this.declined ? 'refusal' : (STOPS[this.finishReason ?? ''] ?? called),
    };
  }

  private grow(delta: Loose): ModelPiece[] {
    const refusal = textOf(delta.refusal);
    if (refusal !== '') this.declined = true;
    for (const call of listOf(delta.tool_calls)) this.call(objectOf(call));
    return [
      ...this.thinking.add(textOf(delta.reasoning_content) || textOf(delta.reasoning)),
      ...this.text.add(textOf(delta.content)),
      ...this.text.add(refusal),
    ];
  }

  /** Some servers number nothing, or every call as the first; a new id is a new call then. */
  private call(given: Loose): void {
    const { name, arguments: args } = objectOf(given.function);
    const id = textOf(given.id);
    const place = typeof given.index === 'number' ? countOf(given.index) : -1;
    let call = place < 0 ? this.calls.at(-1) : this.places.get(place);
    if (call === undefined || (id !== '' && call.id !== id && textOf(name) !== '')) {
      if (this.calls.length >= MAX_CALLS) throw new BrokenAnswer('The answer calls too many tools.');
      call = { id: this.size.take(id) || `call_${this.calls.length + 1}`, name: '', args: '' };
      this.calls.push(call);
      this.places.set(place, call);
    }
    if (call.name === '') call.name = this.size.take(textOf(name));
    call.args += this.size.take(textOf(args));
  }
}

/** Cached tokens are among those of the prompt. */
function usageOf({ prompt_tokens, completion_tokens, prompt_tokens_details }: Loose): ModelResponse['usage'] {
  const read = countOf(prompt_tokens);
  const cached = Math.min(read, countOf(objectOf(prompt_tokens_details).cached_tokens));
  return {
    inputTokens: read - cached,
    outputTokens: countOf(completion_tokens),
    cacheReadInputTokens: cached,
  };
}
