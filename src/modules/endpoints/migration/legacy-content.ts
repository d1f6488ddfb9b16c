/** Parts of a payload that earlier versions sent and this one does not take in (01 §19.10.2). */
import type { MigrateImportRequest } from './dto/migrate-import.dto.js';
import type { SkippedResponse } from './dto/migration-report.dto.js';

const REASON = 'Access is granted again on this deployment: per agent, connection and secret.';
const MAX_NAME = 255;

type Legacy = Pick<MigrateImportRequest, 'agentSecrets' | 'rules'>;

/** Whether there is nothing in it but what is retired, be its lists empty (R24.3). */
export function isLegacyOnly({ secrets = [], agents = [], ...legacy }: MigrateImportRequest): boolean {
  const named = legacy.agentSecrets !== undefined || legacy.rules !== undefined;
  return named && secrets.length === 0 && agents.length === 0;
}

export function skippedLegacy({ agentSecrets, rules }: Legacy): SkippedResponse[] {
  return [...skipped('agentSecret', agentSecrets), ...skipped('rule', rules)];
}

function skipped(type: string, items: unknown): SkippedResponse[] {
  if (!Array.isArray(items)) return [];
  return items.map((item, index) => ({ type, name: nameOf(item) ?? `#${index + 1}`, reason: REASON }));
}

/** Whatever names it: its own name, or the agent and the secret it brought together. */
function nameOf(item: unknown): string | null {
  if (typeof item !== 'object' || item === null) return null;
  const fields = item as Record<string, unknown>;
  const texts = ['name', 'agentIdentifier', 'secretName'].map((field) => fields[field]);
  const names = texts.filter((text) => typeof text === 'string' && text !== '');
  return names.length === 0 ? null : names.join(' → ').slice(0, MAX_NAME);
}
