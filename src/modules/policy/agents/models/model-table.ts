import { readFileSync } from 'node:fs';
import {
  EFFORTS,
  isSelectable,
  MODEL_PROVIDERS,
  type ModelProvider,
  type ModelTable,
  type ProviderModels,
} from '../../../../domain/protocols/llm/models/model-table.js';
import { configFile } from '../../../../kernel/config/kinds/config-files.js';
import type { Configuration } from '../../../../kernel/config/configuration.js';

type OperatorsDefaults = Pick<Configuration, 'anthropicDefaultModel' | 'openaiDefaultModel'>;

/** With the operator's defaults in it (04 §1.4), which may be names that only their server knows. */
export function modelTable(operator: OperatorsDefaults): ModelTable {
  const { efforts, providers } = loadModelTable();
  const named = { anthropic: operator.anthropicDefaultModel, openai: operator.openaiDefaultModel };
  const withDefault = (provider: ModelProvider): ProviderModels => ({
    ...providers[provider],
    defaultModel: named[provider] ?? providers[provider].defaultModel,
  });
  return { efforts, providers: { anthropic: withDefault('anthropic'), openai: withDefault('openai') } };
}

/** Read once at boot; a file that would leave a provider without a choice stops the process. */
function loadModelTable(): ModelTable {
  const table = JSON.parse(readFileSync(configFile('models.json'), 'utf8')) as ModelTable;
  const faults = [
    ...EFFORTS.filter((effort) => !table.efforts[effort]),
    ...MODEL_PROVIDERS.filter((provider) => {
      const { pinned, defaultModel, ...models } = table.providers[provider];
      return pinned.length === 0 || !isSelectable({ pinned, defaultModel, ...models }, defaultModel);
    }),
  ];
  if (faults.length > 0) throw new Error(`config/models.json lacks a usable entry for: ${faults.join(', ')}`);
  return table;
}
