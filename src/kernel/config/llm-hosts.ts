import { readFileSync } from 'node:fs';
import { llmHostNames } from '../../domain/decision/matching/llm-hosts.js';
import { configFile } from './kinds/config-files.js';

/** The LLM hosts of 02 §9.6: the shipped list and the operator's additions. */
export function llmHosts(extra: readonly string[]): ReadonlySet<string> {
  const shipped = JSON.parse(readFileSync(configFile('llm-hosts.json'), 'utf8')) as string[];
  return llmHostNames(shipped, extra);
}
