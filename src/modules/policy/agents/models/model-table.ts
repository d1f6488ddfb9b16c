import { readFileSync } from 'node:fs';
import {
  EFFORTS,
  isSelectable,
  MODEL_PROVIDERS,
  type ModelTable,
} from '../../../../domain/models/model-table.js';
import { configFile } from '../../../../kernel/config/config-files.js';

/** Read once at boot; a file that would leave a provider without a choice stops the process. */
export function loadModelTable(): ModelTable {
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
