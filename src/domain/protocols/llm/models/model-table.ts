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
