import { type ActionContext, matchAction, type PathAction, segmentsOf } from './path-actions.js';
import type { JsonFields } from './json-fields.js';
import { MESSAGE_LENGTH } from './shown-text.js';
import type { ApprovalSummary, SummarizedRequest } from './summary.js';

const MAIL: readonly PathAction[] = [
  [
    'POST /sendMail',
    'Send email',
    ({ json, ...context }) => message({ ...context, json: json?.object('message') ?? json }),
  ],
  ['POST /messages', 'Create draft', message],
  ['PATCH /messages/*', 'Change message', message],
  ['DELETE /messages/*', 'Delete message', message],
  ['POST /messages/*/send', 'Send an existing draft', message],
  ['POST /messages/*/reply', 'Reply to message', reply],
  ['POST /messages/*/replyAll', 'Reply to everybody', reply],
  ['POST /messages/*/forward', 'Forward message', reply],
  ['POST /messages/*/createReply', 'Create draft of a reply', reply],
  ['POST /messages/*/createReplyAll', 'Create draft of a reply to everybody', reply],
  ['POST /messages/*/createForward', 'Create draft of a forward', reply],
  ['POST /messages/*/move', 'Move message', moved],
  ['POST /messages/*/copy', 'Copy message', moved],
  ['POST /messages/*/permanentDelete', 'Delete message permanently', message],
  ['GET /messages', 'Read messages'],
  ['GET /messages/*', 'Read message', message],
];

const CALENDAR: readonly PathAction[] = [
  ['POST /events', 'Create event', event],
  ['PATCH /events/*', 'Change event', event],
  ['DELETE /events/*', 'Delete event', event],
  ['POST /events/*/accept', 'Accept invitation', answered],
  ['POST /events/*/decline', 'Decline invitation', answered],
  ['POST /events/*/tentativelyAccept', 'Accept invitation tentatively', answered],
  ['POST /events/*/cancel', 'Cancel event', answered],
  ['POST /events/*/forward', 'Forward event', answered],
  ['GET /events', 'Read events'],
  ['GET /events/*', 'Read event', event],
];

/** Below a mailbox, its folders and its calendars the same paths mean the same. */
export function summarizeOutlook(request: SummarizedRequest): ApprovalSummary | null {
  const [version, owner, ...rest] = segmentsOf(request.path);
  if (version !== 'v1.0' && version !== 'beta') return null;
  if (owner !== 'me' && owner !== 'users') return null;
  let below = owner === 'users' ? rest.slice(1) : rest;
  if (below[0] === 'mailFolders' || below[0] === 'calendars') below = below.slice(2);
  else if (below[0] === 'calendar') below = below.slice(1);
  return matchAction([...MAIL, ...CALENDAR], request, below);
}

function message({ ids, json, details }: ActionContext): void {
  details
    .addList('To', addressesOf(json, 'toRecipients'))
    .addList('Cc', addressesOf(json, 'ccRecipients'))
    .addList('Bcc', addressesOf(json, 'bccRecipients'))
    .add('Subject', json?.text('subject'))
    .addNames(
      'Attachments',
      (json?.objects('attachments') ?? []).map((attachment) => attachment.text('name')),
    )
    .add('Text', json?.object('body')?.text('content'), MESSAGE_LENGTH)
    .add('Message', ids[0]);
}

function reply({ ids, json, details }: ActionContext): void {
  const edited = json?.object('message') ?? null;
  details
    .addList('To', [...addressesOf(json, 'toRecipients'), ...addressesOf(edited, 'toRecipients')])
    .addList('Cc', addressesOf(edited, 'ccRecipients'))
    .addList('Bcc', addressesOf(edited, 'bccRecipients'))
    .add('Subject', edited?.text('subject'))
    .add('Text', json?.text('comment') ?? edited?.object('body')?.text('content'), MESSAGE_LENGTH)
    .add('Message', ids[0]);
}

function moved({ ids, json, details }: ActionContext): void {
  details.add('Message', ids[0]).add('To folder', json?.text('destinationId'));
}

function event({ ids, json, details }: ActionContext): void {
  details
    .add('Title', json?.text('subject'))
    .add('Start', json?.object('start')?.text('dateTime'))
    .add('End', json?.object('end')?.text('dateTime'))
    .add('Location', json?.object('location')?.text('displayName'))
    .addList('Attendees', addressesOf(json, 'attendees'))
    .add('Text', json?.object('body')?.text('content'), MESSAGE_LENGTH)
    .add('Event', ids[0]);
}

function answered({ ids, json, details }: ActionContext): void {
  details
    .add('Event', ids[0])
    .add('Comment', json?.text('comment') ?? json?.text('Comment'))
    .addList('To', addressesOf(json, 'toRecipients').concat(addressesOf(json, 'ToRecipients')));
}

function addressesOf(json: JsonFields | null | undefined, field: string): string[] {
  return (json?.objects(field) ?? [])
    .map((recipient) => recipient.object('emailAddress')?.text('address'))
    .filter((address) => address !== undefined);
}
