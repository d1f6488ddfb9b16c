import { plainSlackText, slackCode } from './slack-text.js';

/** What a card asks (04 §6.6.2), as it was when the request was held. */
export interface AskedAction {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  /** In words, with what it is about. */
  readonly action: string | null;
  readonly details: readonly { readonly label: string; readonly value: string }[];
  readonly agentName: string;
}

/** How it ended, for those who read the card. */
export type CardEnd =
  | { readonly kind: 'approved' | 'denied'; readonly by: string | null }
  | { readonly kind: 'decided-elsewhere'; readonly approved: boolean }
  | { readonly kind: 'expired' }
  /** The agent hung up, or who held the request is gone. */
  | { readonly kind: 'withdrawn' };

export interface Card {
  readonly text: string;
  readonly blocks: readonly object[];
}

export const APPROVE_ACTION = 'channel_approve';
export const DENY_ACTION = 'channel_deny';

const MOST_DETAILS = 8;
const MOST_VALUE = 200;
const MOST_LABEL = 60;
const MOST_TITLE = 300;
const MOST_SECTION = 2_800;
const MOST_NAME = 80;

/**
 * The card of a held request with its two buttons. What an agent sent stands in code, where no markup works: it cannot
 * pass for a line of the card.
 */
export function approvalCard(asked: AskedAction, approvalId: string, expiresAt: Date): Card {
  const seconds = Math.floor(expiresAt.getTime() / 1_000);
  const until = `expires <!date^${seconds}^{time_secs}|${expiresAt.toISOString()}>`;
  const buttons = [
    button(APPROVE_ACTION, 'Approve', 'primary', approvalId),
    button(DENY_ACTION, 'Deny', 'danger', approvalId),
  ];
  return {
    text: `Approval needed: ${titleOf(asked)}`,
    blocks: [
      ...shownAction(asked, ':hourglass_flowing_sand: *Approval needed*'),
      context(
        `${plainSlackText(asked.agentName, MOST_NAME)} · ${slackCode(asked.host, MOST_VALUE)} · ${until}`,
      ),
      { type: 'actions', block_id: 'channel_approval', elements: buttons },
    ],
  };
}

/** The same without buttons: what was asked stays readable (04 §6.6.4). */
export function settledCard(asked: AskedAction, end: CardEnd): Card {
  const said = saidOf(end);
  return {
    text: `${said}: ${titleOf(asked)}`,
    blocks: [
      ...shownAction(asked, `*${said}*`),
      context(`${plainSlackText(asked.agentName, MOST_NAME)} · ${slackCode(asked.host, MOST_VALUE)}`),
    ],
  };
}

function saidOf(end: CardEnd): string {
  switch (end.kind) {
    case 'approved':
      return `:white_check_mark: Approved by ${nameOf(end.by)}`;
    case 'denied':
      return `:no_entry: Denied by ${nameOf(end.by)}`;
    case 'decided-elsewhere':
      return end.approved ? ':white_check_mark: Approved elsewhere' : ':no_entry: Denied elsewhere';
    case 'expired':
      return ':hourglass: Expired, so it was denied';
    case 'withdrawn':
      return ':heavy_minus_sign: No longer waited for; nothing was sent';
  }
}

function nameOf(name: string | null): string {
  return (name === null ? '' : plainSlackText(name, MOST_NAME)) || 'a member';
}

function titleOf({ action, method, host, path }: AskedAction): string {
  return action === null
    ? slackCode(`${method} ${host}${path}`, MOST_TITLE)
    : plainSlackText(action, MOST_TITLE);
}

function shownAction(asked: AskedAction, heading: string): object[] {
  const blocks: object[] = [section(`${heading}\n${titleOf(asked)}`)];
  const lines: string[] = [];
  let length = 0;
  for (const { label, value } of asked.details.slice(0, MOST_DETAILS)) {
    const line = `${plainSlackText(label, MOST_LABEL)}: ${slackCode(value, MOST_VALUE)}`;
    length += line.length + 1;
    // Escapes can make eight lines longer than a section may be.
    if (length > MOST_SECTION) break;
    lines.push(line);
  }
  if (lines.length > 0) blocks.push(section(lines.join('\n')));
  return blocks;
}

function section(text: string): object {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}

function context(text: string): object {
  return { type: 'context', elements: [{ type: 'mrkdwn', text }] };
}

function button(actionId: string, label: string, style: string, value: string): object {
  return { type: 'button', action_id: actionId, text: { type: 'plain_text', text: label }, style, value };
}
