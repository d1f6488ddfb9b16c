/** What an agent's owner chose over the provider's defaults, and for which provider (02 §2.3, §2.5.2). */
import type { ModelProvider, ProviderModels } from './model-table.js';

export interface ModelOverride {
  readonly model: string | null;
  readonly effort: string | null;
  /** The stamp: whose model and effort these are. Null when nothing is chosen. */
  readonly modelProvider: string | null;
}

export interface ModelSelection {
  readonly model: string;
  readonly effort: string | null;
  readonly overridden: boolean;
}

export const NO_OVERRIDE: ModelOverride = { model: null, effort: null, modelProvider: null };

/** The override as it counts now: one made for another provider is not there. */
export function inForce(stored: ModelOverride, provider: ModelProvider | null): ModelOverride {
  return provider !== null && stored.modelProvider === provider ? stored : NO_OVERRIDE;
}

/** A change of one half keeps the other, unless that was made for another provider (02 §2.3 rule 1). */
export function changedOverride(
  stored: ModelOverride,
  change: { model?: string | null | undefined; effort?: string | null | undefined },
  provider: ModelProvider | null,
): ModelOverride {
  const kept = inForce(stored, provider);
  const model = change.model === undefined ? kept.model : change.model;
  const effort = change.effort === undefined ? kept.effort : change.effort;
  return model === null && effort === null ? NO_OVERRIDE : { model, effort, modelProvider: provider };
}

/** What the agent's next turn uses. */
export function selectionOf(models: ProviderModels, { model, effort }: ModelOverride): ModelSelection {
  return {
    model: model ?? models.defaultModel,
    effort: effort ?? models.defaultEffort,
    overridden: model !== null || effort !== null,
  };
}
