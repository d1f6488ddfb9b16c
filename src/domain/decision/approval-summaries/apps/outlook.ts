import type { DescribedAction } from './described-action.js';
import { Buffer } from 'node:buffer';
import type { JsonFields } from '../content/json-fields.js';
import { addHtml, addMail } from './mail-message.js';
import { type ActionContext, mailboxOf, matchAction, type PathAction, segmentsOf } from './path-actions.js';
import { decodedSegment, Details, MESSAGE_LENGTH } from '../content/shown-text.js';
import { fromBase64 } from './transfer-codings.js';
import type { SummarizedRequest } from '../content/summary.js';

const MAIL: readonly PathAction[] = [
  ['POST /sendMail', 'Send email', sent],
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

/** What takes a whole message in base64 as well, under this type. */
const MIME_TYPE = /^text\/plain\b/i;
const TAKES_MIME = new Set([
  'Send email',
  'Create draft',
  'Reply to message',
  'Reply to everybody',
  'Forward message',
]);

/** Below a mailbox, its folders and its calendars the same paths mean the same. Names count in any letter case. */
export function summarizeOutlook(request: SummarizedRequest): DescribedAction | null {
  const [version, owner, ...rest] = segmentsOf(request.path);
  if (version !== 'v1.0' && version !== 'beta') return null;
  if (owner !== 'me' && owner !== 'users') return null;
  const mailbox = owner === 'users' ? mailboxOf(rest[0]) : '';
  let below = owner === 'users' ? rest.slice(1) : rest;
  const place = new Details();
  if (below[0] === 'mailFolders' || below[0] === 'calendars') {
    place.add(below[0] === 'calendars' ? 'Calendar' : 'Folder', decodedSegment(below[1] ?? ''));
    below = below.slice(2);
  } else if (below[0] === 'calendar') below = below.slice(1);
  const actions = [...MAIL, ...CALENDAR];
  const found = matchAction(actions, request, below, { mailbox, folded: true }, inMime);
  return found && { action: found.action, details: found.details.append(place) };
}

/** True where the body is a whole message, which is described then. */
function inMime(action: string, { body, contentType }: SummarizedRequest, details: Details): boolean {
  if (body === null || contentType === null) return false;
  if (!TAKES_MIME.has(action) || !MIME_TYPE.test(contentType.trim())) return false;
  const { value, sure } = fromBase64(Buffer.from(body.bytes).toString('latin1'));
  if (!sure) details.incomplete('ambiguous_coding');
  addMail(details, value);
  return true;
}

/** The message stands in `message`; fields of one beside it are not sent, or are sent instead. */
function sent({ json, ...context }: ActionContext): void {
  const wrapped = json?.object('message') ?? null;
  const twin = ['toRecipients', 'ccRecipients', 'bccRecipients', 'subject', 'body'].some((name) =>
    json?.has(name),
  );
  if (wrapped !== null && twin) context.details.incomplete('twin_fields');
  message({ ...context, json: wrapped ?? json });
}

function message({ ids, json, details }: ActionContext): void {
  addRecipients(details, json);
  details.add('Subject', json?.text('subject'));
  addAttachments(details, json);
  addContent(details, json);
  details.add('Message', ids[0]);
}

function reply({ ids, json, details }: ActionContext): void {
  const edited = json?.object('message') ?? null;
  addRecipients(details, json);
  addRecipients(details, edited);
  details.add('Subject', edited?.text('subject'));
  addAttachments(details, edited);
  const comment = json?.text('comment');
  if (comment !== undefined && edited?.has('body')) details.incomplete('twin_fields');
  details.addText('Text', comment, MESSAGE_LENGTH);
  addContent(details, edited);
  details.add('Message', ids[0]);
}

function addRecipients(details: Details, json: JsonFields | null): void {
  details
    .addList('To', addressesOf(json, 'toRecipients'))
    .addList('Cc', addressesOf(json, 'ccRecipients'))
    .addList('Bcc', addressesOf(json, 'bccRecipients'))
    .addList('Reply to', addressesOf(json, 'replyTo'));
}

/** By name, type and the length of what they hold. */
function addAttachments(details: Details, json: JsonFields | null): void {
  const names = (json?.objects('attachments') ?? []).map((attachment) => {
    const content = attachment.text('contentBytes');
    const told = [attachment.text('contentType'), content && `${content.length} characters`].filter(Boolean);
    const name = attachment.text('name') ?? 'unnamed';
    return told.length > 0 ? `${name} (${told.join(', ')})` : name;
  });
  details.addNames('Attachments', names);
}

function addContent(details: Details, json: JsonFields | null | undefined): void {
  const body = json?.object('body');
  const content = body?.text('content');
  if (content === undefined) return;
  if (/^html$/i.test(body?.text('contentType') ?? 'text')) addHtml(details, content, 'Text');
  else details.addText('Text', content, MESSAGE_LENGTH);
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
    .addList('Attendees', addressesOf(json, 'attendees'));
  addContent(details, json);
  details.add('Event', ids[0]);
}

function answered({ ids, json, details }: ActionContext): void {
  details
    .add('Event', ids[0])
    .add('Comment', json?.text('comment'))
    .addList('To', addressesOf(json, 'toRecipients'));
}

/** With the names that stand beside them. */
function addressesOf(json: JsonFields | null | undefined, field: string): string[] {
  return (json?.objects(field) ?? []).flatMap((recipient) => {
    const entry = recipient.object('emailAddress');
    const address = entry?.text('address');
    const name = entry?.text('name');
    if (address === undefined) return name ?? [];
    return name === undefined ? address : `${name} <${address}>`;
  });
}
