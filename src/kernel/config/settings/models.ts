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
    description:
      'Base URL for Anthropic models in the embedded runner, without the version and the rest of the ' +
      'path.',
  }),
  OPENAI_BASE_URL: setting({
    kind: baseUrl,
    fallback: null,
    shownDefault: 'the host of the key, else `https://api.openai.com/v1`',
    description: 'Base URL for OpenAI models in the embedded runner: the part before `/chat/completions`.',
  }),
  ANTHROPIC_DEFAULT_MODEL: setting({
    kind: modelId,
    fallback: null,
    shownDefault: '`claude-sonnet-5`',
    description: 'Default model of agents with an Anthropic key.',
  }),
  OPENAI_DEFAULT_MODEL: setting({
    kind: modelId,
    fallback: null,
    shownDefault: '`gpt-5.4`',
    description:
      "Default model of agents with an OpenAI key. On a host other than OpenAI's, this setting or the " +
      "agent's own model is required.",
  }),
  LLM_KEYLESS_HOSTS: setting({
    kind: commaList(modelHost),
    fallback: [],
    description:
      'Hosts, each optionally with `:port`, whose models require no key, such as your own server in ' +
      '`OPENAI_BASE_URL`.',
  }),
  EMBEDDED_MAX_OUTPUT_TOKENS: setting({
    kind: integer(1, 1_000_000),
    fallback: 16_000,
    description: 'Maximum number of output tokens of one model response, without reasoning tokens.',
  }),
  EMBEDDED_MODEL_TIMEOUT_SECONDS: setting({
    kind: integer(1, 3_600),
    fallback: 300,
    description: 'Time limit for one model request. It also fails after 60 s without data.',
  }),
  EMBEDDED_HISTORY_CHARS: setting({
    kind: integer(0, 10_000_000),
    fallback: 200_000,
    description: 'Maximum number of characters of earlier conversation that the model receives in a turn.',
  }),
};
