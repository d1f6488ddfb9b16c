export interface ModelKey {
  readonly id: string;
  readonly provider: ModelProvider;
  readonly level: keyof typeof LEVELS;
}

const LEVELS = { workspace: 0, organization: 1, partner: 2 } as const;

/** What the deployment knows of model providers; shape of `config/models.json` (02 §2.5, R15). */
export const MODEL_PROVIDERS = ['anthropic', 'openai'] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

export const EFFORTS = ['low', 'medium', 'high', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

export interface NamedModel {
  readonly id: string;
  readonly label: string;
}

export interface ProviderModels {
  readonly label: string;
  readonly defaultModel: string;
  /** Null: send none. */
  readonly defaultEffort: Effort | null;
  readonly efforts: readonly Effort[];
  /** A selectable id starts with one of these and contains none of `excluded`. */
  readonly prefixes: readonly string[];
  readonly excluded: readonly string[];
  /** Offered while the provider's own list is not known; never empty. */
  readonly pinned: readonly NamedModel[];
}

export interface ModelTable {
  /** Names for people. */
  readonly efforts: Readonly<Record<Effort, string>>;
  readonly providers: Readonly<Record<ModelProvider, ProviderModels>>;
}

/** 02 §2.5: chat models of the provider; others of its list (embeddings, speech, images) are no choice. */
export function isSelectable({ prefixes, excluded }: ProviderModels, id: string): boolean {
  const lower = id.toLowerCase();
  return prefixes.some((prefix) => id.startsWith(prefix)) && !excluded.some((word) => lower.includes(word));
}

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
