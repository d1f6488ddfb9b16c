import type { ModelSettings } from '../../../../domain/protocols/llm/models/model-target.js';
import type { Configuration } from '../../../../kernel/config/configuration.js';

type Settings = 'anthropicBaseUrl' | 'openaiBaseUrl' | 'llmKeylessHosts';

export function modelSettings({
  anthropicBaseUrl,
  openaiBaseUrl,
  llmKeylessHosts,
}: Pick<Configuration, Settings>): ModelSettings {
  return {
    baseUrls: { anthropic: anthropicBaseUrl, openai: openaiBaseUrl },
    keylessHosts: llmKeylessHosts,
  };
}
