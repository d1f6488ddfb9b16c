import type { ModelMessage, ModelRequest, ToolCall } from './model-messages.js';
import { objectOf, parsed } from './loose-json.js';

/** The body of a question to OpenAI's Chat Completions, and to the many who speak the same language. */
export function openaiRequest(question: ModelRequest, isOwnHost: boolean): object {
  const { model, effort, system, tools, mustAnswer, maxOutputTokens } = question;
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'system', content: system }, ...question.messages.flatMap(messagesOf)],
    // Its newer models take no `max_tokens`, and others' servers know nothing newer. Effort is its own as well (04 §11.3.5).
    ...(isOwnHost ? { max_completion_tokens: maxOutputTokens } : { max_tokens: maxOutputTokens }),
    ...(isOwnHost && effort !== null && { reasoning_effort: effort }),
    ...(tools.length > 0 && {
      tools: tools.map((tool) => ({ type: 'function', function: tool })),
      tool_choice: mustAnswer ? 'none' : 'auto',
    }),
  };
}

function messagesOf(message: ModelMessage): object[] {
  switch (message.role) {
    case 'user': {
      const { text, images = [] } = message;
      if (images.length === 0) return [{ role: 'user', content: text }];
      const shown = images.map(({ mediaType, data }) => ({
        type: 'image_url',
        image_url: { url: `data:${mediaType};base64,${data}` },
      }));
      return [{ role: 'user', content: text === '' ? shown : [...shown, { type: 'text', text }] }];
    }
    case 'tools':
      return message.outcomes.map(({ callId, content }) => ({
        role: 'tool',
        tool_call_id: callId,
        content,
      }));
    case 'assistant': {
      const { text, toolCalls = [] } = message;
      if (toolCalls.length === 0) return [{ role: 'assistant', content: text }];
      return [{ role: 'assistant', content: text || null, tool_calls: toolCalls.map(callOf) }];
    }
  }
}

/** Servers that read the arguments themselves fail on what the model wrote when it is no object. */
function callOf({ id, name, args }: ToolCall): object {
  const value = objectOf(parsed(args));
  return { id, type: 'function', function: { name, arguments: JSON.stringify(value) } };
}
