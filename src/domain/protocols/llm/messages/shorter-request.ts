import type { ModelMessage, ModelRequest } from './model-messages.js';

/**
 * The question with the older half of what was said before the turn left out (04 §11.6); null when there is nothing to
 * leave out. What remains begins with something a person said.
 */
export function shorterRequest(question: ModelRequest): ModelRequest | null {
  const { messages, earlier } = question;
  if (earlier === 0) return null;
  const history = messages.slice(0, earlier);
  const budget = history.reduce((sum, message) => sum + lengthOf(message), 0) / 2;
  let kept = 0;
  let from = earlier;
  for (let at = earlier - 1, held = 0; at >= 0; at--) {
    held += lengthOf(history[at]!);
    if (held > budget) break;
    kept += 1;
    from = at;
  }
  while (kept > 0 && messages[from]!.role !== 'user') {
    kept -= 1;
    from += 1;
  }
  return { ...question, messages: messages.slice(from), earlier: kept };
}

function lengthOf(message: ModelMessage): number {
  if (message.role === 'tools') return message.outcomes.reduce((sum, { content }) => sum + content.length, 0);
  return message.text.length;
}
