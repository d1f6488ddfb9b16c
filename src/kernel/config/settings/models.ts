/** How hosted agents reach models (04 §1, §11.1). */
import { baseUrl, commaList, integer, text } from '../kinds/kinds.js';
import { modelHost } from '../kinds/network-kinds.js';
import { setting } from '../kinds/setting.js';

const modelId = text({ min: 1, max: 200 });

export const modelsSection = {
  ANTHROPIC_BASE_URL: setting({
    kind: baseUrl,
    fallback: null,
    shownDefault: 'the host of the key, else `https://api.anthropic.com`',
    description: 'Where the embedded runner asks Anthropic models, without the version and what follows it.',
  }),
  OPENAI_BASE_URL: setting({
    kind: baseUrl,
    fallback: null,
    shownDefault: 'the host of the key, else `https://api.openai.com/v1`',
    description: 'Where the embedded runner asks OpenAI models: all that stands before `/chat/completions`.',
  }),
  ANTHROPIC_DEFAULT_MODEL: setting({
    kind: modelId,
    fallback: null,
    shownDefault: '`claude-sonnet-5`',
    description: 'The model of agents with an Anthropic key for which none is chosen.',
  }),
  OPENAI_DEFAULT_MODEL: setting({
    kind: modelId,
    fallback: null,
    shownDefault: '`gpt-5.4`',
    description:
      "The model of agents with an OpenAI key for which none is chosen. On another host than OpenAI's own one of both is needed.",
  }),
  LLM_KEYLESS_HOSTS: setting({
    kind: commaList(modelHost),
    fallback: [],
    description:
      'Hosts, each optionally with `:port`, whose models need no key, such as a server of your own named by `OPENAI_BASE_URL`.',
  }),
  EMBEDDED_MAX_OUTPUT_TOKENS: setting({
    kind: integer(1, 1_000_000),
    fallback: 16_000,
    description: 'How much a model may answer to one question, tokens of thinking not counted.',
  }),
  EMBEDDED_MODEL_TIMEOUT_SECONDS: setting({
    kind: integer(1, 3_600),
    fallback: 300,
    description: 'How long a model may take to answer one question; it also fails after 60 s of silence.',
  }),
  EMBEDDED_HISTORY_CHARS: setting({
    kind: integer(0, 10_000_000),
    fallback: 200_000,
    description: 'How many characters of what was said before a turn are shown to the model.',
  }),
};
