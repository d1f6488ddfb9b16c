import type { ModelMessage, ModelRequest, ToolCall } from './model-messages.js';
import { objectOf, parsed } from './loose-json.js';

type Block = Readonly<Record<string, unknown>>;
interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: Block[];
}

/** 04 §11.3.5: tokens of extended thinking, added to those of the answer. */
const THINKING: Readonly<Record<string, number>> = { medium: 4_096, high: 16_384, max: 32_768 };
/** What comes before it is the same at the next step of the turn and need not be read anew. */
const CACHED = { cache_control: { type: 'ephemeral' } };

/** What an answer keeps for the next step: its blocks as they came, reasoning with its signature included. */
export interface KeptBlocks {
  readonly provider: 'anthropic';
  readonly blocks: readonly Block[];
}

/** The body of a question to Anthropic's Messages. */
export function anthropicRequest(question: ModelRequest): object {
  const { model, effort, system, tools, mustAnswer, maxOutputTokens } = question;
  const budget = effort === null ? 0 : (THINKING[effort] ?? 0);
  return {
    model,
    max_tokens: maxOutputTokens + budget,
    stream: true,
    system: [{ type: 'text', text: system, ...CACHED }],
    messages: cachedToTheEnd(messagesOf(question.messages, budget > 0)),
    ...(budget > 0 && { thinking: { type: 'enabled', budget_tokens: budget } }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
      tool_choice: { type: mustAnswer ? 'none' : 'auto' },
    }),
  };
}

/** Neighbours of one role are one message, and nothing is empty: the API takes neither. */
function messagesOf(messages: readonly ModelMessage[], thinking: boolean): Message[] {
  const merged: Message[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = blocksOf(message, thinking);
    if (content.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...content);
    else merged.push({ role, content });
  }
  return merged;
}

function blocksOf(message: ModelMessage, thinking: boolean): Block[] {
  switch (message.role) {
    case 'user': {
      const images = (message.images ?? []).map(({ mediaType, data }) => ({
        type: 'image',
        source: { type: 'base64', media_type: mediaType, data },
      }));
      return [...images, ...textBlocks(message.text)];
    }
    case 'tools':
      return message.outcomes.map(({ callId, content, isError }) => ({
        type: 'tool_result',
        tool_use_id: callId,
        content,
        ...(isError && { is_error: true }),
      }));
    case 'assistant': {
      const { text, toolCalls = [], kept } = message;
      const blocks = keptBlocks(kept);
      // Reasoning is taken back only where there may be some.
      if (blocks !== null) return thinking ? [...blocks] : blocks.filter(isNoReasoning);
      return [...textBlocks(text), ...toolCalls.map(toolUse)];
    }
  }
}

function textBlocks(text: string): Block[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

/** What the model wrote may be no object; the API takes nothing else. */
export function toolUse({ id, name, args }: ToolCall): Block {
  return { type: 'tool_use', id, name, input: objectOf(parsed(args)) };
}

function keptBlocks(kept: unknown): readonly Block[] | null {
  const { provider, blocks } = objectOf(kept) as Partial<KeptBlocks>;
  return provider === 'anthropic' && blocks !== undefined ? blocks : null;
}

function isNoReasoning({ type }: Block): boolean {
  return type !== 'thinking' && type !== 'redacted_thinking';
}

function cachedToTheEnd(messages: Message[]): Message[] {
  const content = messages.at(-1)?.content;
  const last = content?.pop();
  if (content !== undefined && last !== undefined) content.push({ ...last, ...CACHED });
  return messages;
}
