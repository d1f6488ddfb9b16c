import type { DescribedAction } from './described-action.js';
import { addGmailMessage } from './gmail-message.js';
import {
  type ActionContext,
  mailboxOf,
  matchAction,
  parameter,
  type PathAction,
  segmentsOf,
} from './path-actions.js';
import { Details } from '../content/shown-text.js';
import type { SummarizedRequest } from '../content/summary.js';

const ACTIONS: readonly PathAction[] = [
  [
    'POST /drafts/send',
    'Send an existing draft',
    ({ json, details }) => details.add('Draft', json?.text('id')),
  ],
  ['GET /drafts', 'List drafts', searched],
  ['GET /drafts/*', 'Read draft', named('Draft')],
  ['DELETE /drafts/*', 'Delete draft permanently', named('Draft')],
  ['GET /messages', 'Search messages', searched],
  ['GET /messages/*', 'Read message', named('Message')],
  ['GET /messages/*/attachments/*', 'Read attachment', named('Message')],
  ['DELETE /messages/*', 'Delete message permanently', named('Message')],
  ['POST /messages/*/trash', 'Move message to trash', named('Message')],
  ['POST /messages/*/untrash', 'Restore message from trash', named('Message')],
  ['POST /messages/*/modify', 'Change labels of message', relabelled('Message')],
  [
    'POST /messages/batchModify',
    'Change labels of messages',
    (context) => {
      context.details.addNames('Messages', context.json?.texts('ids') ?? []);
      labels(context);
    },
  ],
  [
    'POST /messages/batchDelete',
    'Delete messages permanently',
    ({ json, details }) => details.addNames('Messages', json?.texts('ids') ?? []),
  ],
  ['GET /threads', 'Search conversations', searched],
  ['GET /threads/*', 'Read conversation', named('Thread')],
  ['DELETE /threads/*', 'Delete conversation permanently', named('Thread')],
  ['POST /threads/*/trash', 'Move conversation to trash', named('Thread')],
  ['POST /threads/*/untrash', 'Restore conversation from trash', named('Thread')],
  ['POST /threads/*/modify', 'Change labels of conversation', relabelled('Thread')],
  ['GET /labels', 'List labels'],
  ['GET /labels/*', 'Read label', named('Label')],
  ['POST /labels', 'Create label', ({ json, details }) => details.add('Name', json?.text('name'))],
  ['PUT /labels/*', 'Change label', renamed],
  ['PATCH /labels/*', 'Change label', renamed],
  ['DELETE /labels/*', 'Delete label', named('Label')],
  ['GET /profile', 'Read mailbox profile'],
];

const COMPOSITIONS: Readonly<Record<string, string>> = {
  'POST messages/send': 'Send email',
  'POST messages/import': 'Import email',
  'POST messages': 'Insert email',
  'POST drafts': 'Create draft',
};

/** Gmail, on its own host and on the shared Google one; `/upload` carries the message itself. */
export function summarizeGmail(request: SummarizedRequest): DescribedAction | null {
  const segments = segmentsOf(request.path);
  const plain = segments[0] === 'resumable' ? segments.slice(1) : segments;
  const start = plain[0] === 'upload' ? 1 : 0;
  const [gmail, version, users, user, ...rest] = plain.slice(start);
  if (gmail !== 'gmail' || version !== 'v1' || users !== 'users') return null;
  const composition =
    COMPOSITIONS[`${request.method} ${rest.join('/')}`] ??
    (request.method === 'PUT' && rest.length === 2 && rest[0] === 'drafts' ? 'Change draft' : undefined);
  const mailbox = mailboxOf(user);
  return composition === undefined
    ? matchAction(ACTIONS, request, rest, { mailbox })
    : composed(composition, request, mailbox);
}

function composed(action: string, request: SummarizedRequest, mailbox: string): DescribedAction {
  const details = new Details().add('Mailbox', mailbox);
  addGmailMessage(details, request, action.includes('draft'));
  return { action, details };
}

function named(label: string) {
  return ({ ids, details }: ActionContext): void => void details.add(label, ids[0]);
}

function relabelled(label: string) {
  return (context: ActionContext): void => {
    context.details.add(label, context.ids[0]);
    labels(context);
  };
}

function labels({ json, details }: ActionContext): void {
  details
    .addNames('Add labels', json?.texts('addLabelIds') ?? [])
    .addNames('Remove labels', json?.texts('removeLabelIds') ?? []);
}

function renamed({ ids, json, details }: ActionContext): void {
  details.add('Label', ids[0]).add('Name', json?.text('name'));
}

function searched({ request, details }: ActionContext): void {
  details.add('Search', parameter(request, 'q'));
}
