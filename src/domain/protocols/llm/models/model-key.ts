import { MODEL_PROVIDERS, type ModelProvider } from './model-table.js';

export interface ModelKey {
  readonly id: string;
  readonly provider: ModelProvider;
  readonly level: keyof typeof LEVELS;
}

const LEVELS = { workspace: 0, organization: 1, partner: 2 } as const;

/** The LLM key an agent works with: by level, then provider, then lowest id (02 §2.5.1). Undefined without any. */
export function keyThatCounts<K extends ModelKey>(keys: readonly K[]): K | undefined {
  return [...keys].sort(byPrecedence)[0];
}

function byPrecedence(a: ModelKey, b: ModelKey): number {
  if (a.level !== b.level) return LEVELS[a.level] - LEVELS[b.level];
  if (a.provider !== b.provider)
    return MODEL_PROVIDERS.indexOf(a.provider) - MODEL_PROVIDERS.indexOf(b.provider);
  return a.id < b.id ? -1 : 1;
}
