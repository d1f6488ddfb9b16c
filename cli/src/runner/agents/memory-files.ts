import { setTimeout as pause } from 'node:timers/promises';
import { note } from '../../terminal/output.js';
import { printable } from '../../terminal/printable.js';
import type { AgentFolder } from './agent-folder.js';
import { errorIn, type RunnerApi } from '../reports/runner-api.js';

const LONGEST_PAUSE_S = 10;
/** More than an agent may have. */
const MOST = 100;

/** Memories that the command wrote as files become memories of the agent (04 §4.6), before the turn is over. */
export async function writeBack(api: RunnerApi, folder: AgentFolder, leaseId: string): Promise<void> {
  for (const { key, text } of folder.changedMemories().slice(0, MOST)) {
    const path = `agents/${folder.agentId}/memories/${key}`;
    const body = { ...readMemory(text), leaseId };
    let answer = await api.call('PUT', path, body).catch(() => null);
    if (answer?.status === 429) {
      await pause(Math.min(Number(answer.headers['retry-after']) || 2, LONGEST_PAUSE_S) * 1_000);
      answer = await api.call('PUT', path, body).catch(() => null);
    }
    if (answer?.status !== 200 || answer.body['ok'] !== true)
      note(`The memory ${key} was not stored: ${printable(answer === null ? 'no answer' : errorIn(answer))}`);
  }
}

/** Markdown, under front matter where there is some: the values are JSON, or plain text. */
export function readMemory(text: string): { content: string; title?: string; description?: string } {
  const [, front = '', content = text] = /^---\n([\s\S]*?\n)?---\n([\s\S]*)$/.exec(text) ?? [];
  const fields = front.split('\n').flatMap((line): [string, string][] => {
    const [, name, value = ''] = /^(title|description):[ \t]*(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, unquoted(value)]];
  });
  return { content: content.trim(), ...Object.fromEntries(fields) };
}

function unquoted(value: string): string {
  try {
    const read: unknown = JSON.parse(value);
    return typeof read === 'string' ? read : value.trim();
  } catch {
    return value.trim();
  }
}
