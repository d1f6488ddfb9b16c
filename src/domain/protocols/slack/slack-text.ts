import { singleLine } from '../../text/single-line.js';
import { truncate } from '../../text/truncate.js';

const MAX_SPEAKER = 80;
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** What was typed: Slack escapes three characters, and only those. U+0000 fits no column of text. */
export function decodeSlackText(text: string): string {
  const typed = text.replaceAll(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity]!);
  return typed.replaceAll('\0', '').toWellFormed();
}

/** Nothing in it can mention anybody, address a channel or be a link (04 §6.5.5). */
export function escapeSlackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Text of others on one line, between words of ours: it starts no markup and no line. */
export function plainSlackText(text: string, most: number): string {
  return escapeSlackText(truncate(singleLine(text).replaceAll(/[*_~`]/g, ''), most));
}

/** The same as code, in which Slack knows no markup at all. */
export function slackCode(text: string, most: number): string {
  const line = singleLine(text).replaceAll('`', "'");
  const cut = line.length <= most ? line : `${truncate(line, most - 1)}…`;
  return cut === '' ? '' : `\`${escapeSlackText(cut)}\``;
}

/** How a message of a channel is told to the agent (04 §6.3.4); the name is the one known here, never Slack's. */
export function spokenText(speaker: string, text: string): string {
  return `${truncate(singleLine(speaker), MAX_SPEAKER)}: ${text}`;
}
