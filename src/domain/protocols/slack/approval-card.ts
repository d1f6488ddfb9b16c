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
  /** Why the details are not everything that is sent; absent or empty where they are. */
  readonly incomplete?: readonly string[];
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
/** Leads to the console and decides nothing. */
const OPEN_ACTION = 'channel_open';

const MAX_DETAILS = 8;
const MAX_VALUE = 200;
const MAX_LABEL = 60;
const MAX_TITLE = 300;
const MAX_SECTION = 2_800;
const MAX_NAME = 80;

/**
 * The card of a held request. What an agent sent stands in code, where no markup works: it cannot pass for a line of
 * the card. Only a card that holds everything has the buttons that decide (R55); any other leads to the request in the console.
 */
export function approvalCard(
  asked: AskedAction,
  approvalId: string,
  expiresAt: Date,
  consoleUrl: string,
): Card {
  const seconds = Math.floor(expiresAt.getTime() / 1_000);
  const until = `expires <!date^${seconds}^{time_secs}|${expiresAt.toISOString()}>`;
  const decidable = isDecidable(asked);
  const buttons = decidable
    ? [
        button(APPROVE_ACTION, 'Approve', { style: 'primary', value: approvalId }),
        button(DENY_ACTION, 'Deny', { style: 'danger', value: approvalId }),
      ]
    : [button(OPEN_ACTION, 'Open in the console', { url: consoleUrl })];
  return {
    text: `Approval needed: ${titleOf(asked)}`,
    blocks: [
      ...shownAction(asked, ':hourglass_flowing_sand: *Approval needed*'),
      ...(decidable ? [] : [context('This card does not show everything that would be sent.')]),
      context(
        `${plainSlackText(asked.agentName, MAX_NAME)} · ${slackCode(asked.host, MAX_VALUE)} · ${until}`,
      ),
      { type: 'actions', block_id: 'channel_approval', elements: buttons },
    ],
  };
}

/** Everything that would be sent stands on the card: nothing is left out of the details, and all of them fit whole. */
export function isDecidable(asked: AskedAction): boolean {
  const { action, details, host, incomplete = [] } = asked;
  if (action === null || incomplete.length > 0) return false;
  if (action.length > MAX_TITLE || host.length > MAX_VALUE) return false;
  const whole = details.every(({ label, value }) => label.length <= MAX_LABEL && value.length <= MAX_VALUE);
  return whole && detailLines(asked).length === details.length;
}

/** The same without buttons: what was asked stays readable (04 §6.6.4). */
export function settledCard(asked: AskedAction, end: CardEnd): Card {
  const said = saidOf(end);
  return {
    text: `${said}: ${titleOf(asked)}`,
    blocks: [
      ...shownAction(asked, `*${said}*`),
      context(`${plainSlackText(asked.agentName, MAX_NAME)} · ${slackCode(asked.host, MAX_VALUE)}`),
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
  return (name === null ? '' : plainSlackText(name, MAX_NAME)) || 'a member';
}

function titleOf({ action, method, host, path }: AskedAction): string {
  return action === null
    ? slackCode(`${method} ${host}${path}`, MAX_TITLE)
    : plainSlackText(action, MAX_TITLE);
}

function shownAction(asked: AskedAction, heading: string): object[] {
  const blocks: object[] = [section(`${heading}\n${titleOf(asked)}`)];
  const lines = detailLines(asked);
  if (lines.length > 0) blocks.push(section(lines.join('\n')));
  return blocks;
}

/** As many as a section holds. */
function detailLines({ details }: AskedAction): string[] {
  const lines: string[] = [];
  let length = 0;
  for (const { label, value } of details.slice(0, MAX_DETAILS)) {
    const line = `${plainSlackText(label, MAX_LABEL)}: ${slackCode(value, MAX_VALUE)}`;
    length += line.length + 1;
    // Escapes can make eight lines longer than a section may be.
    if (length > MAX_SECTION) break;
    lines.push(line);
  }
  return lines;
}

function section(text: string): object {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}

function context(text: string): object {
  return { type: 'context', elements: [{ type: 'mrkdwn', text }] };
}

function button(actionId: string, label: string, more: Readonly<Record<string, string>>): object {
  return { type: 'button', action_id: actionId, text: { type: 'plain_text', text: label }, ...more };
}
