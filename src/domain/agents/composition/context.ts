import { truncate } from '../../text/truncate.js';

/** What a turn comes with beside its message (04 §9.3.2). */
export interface TurnSurroundings {
  /** A line for each file that came with the message. */
  readonly files: readonly string[];
  readonly memories: readonly IndexedMemory[];
  readonly snippets: readonly { readonly key: string; readonly snippet: string }[];
  readonly reports: readonly { readonly message: string; readonly text: string }[];
}

export interface IndexedMemory {
  readonly key: string;
  readonly line: string;
}

/** 04 §9.3.2. */
export const MAX_CONTEXT = 16_000;
export const MAX_SNIPPETS = 3;
export const MAX_REPORTS = 3;
const MAX_INDEX = 6_000;
const MAX_SNIPPET = 800;
const MAX_REPORT = 500;
const ELLIPSIS = '…';

/** Empty when there is nothing to tell. Files come first: what is cut off at the end is what can be asked for. */
export function contextOf({ files, memories, snippets, reports }: TurnSurroundings): string {
  const sections = [
    section('Files that came with this message:', files),
    section('Your memories, by key:', indexLines(memories)),
    section(
      'From memories that may matter here:',
      snippets
        .slice(0, MAX_SNIPPETS)
        .map(({ key, snippet }) => `- ${key}: ${shortened(snippet, MAX_SNIPPET)}`),
    ),
    section(
      'Delivered here by automation since the last message of a person:',
      reports
        .slice(0, MAX_REPORTS)
        .map(({ message, text }) => shortened(`- ${message}: ${text}`, MAX_REPORT)),
    ),
  ];
  return shortened(sections.filter((text) => text !== '').join('\n\n'), MAX_CONTEXT);
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines].join('\n');
}

/** As many as fit, and how many do not. */
function indexLines(memories: readonly IndexedMemory[]): string[] {
  const lines = memories.map(({ key, line }) => `- ${key}: ${line}`);
  let left = MAX_INDEX - dropped(lines.length).length;
  let shown = 0;
  while (shown < lines.length && lines[shown]!.length + 1 <= left) left -= lines[shown++]!.length + 1;
  return shown === lines.length ? lines : [...lines.slice(0, shown), dropped(lines.length - shown)];
}

function dropped(count: number): string {
  return `(${count} more: memory_list)`;
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : truncate(text, most - ELLIPSIS.length) + ELLIPSIS;
}
