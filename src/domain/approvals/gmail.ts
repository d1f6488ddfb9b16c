import { Buffer } from 'node:buffer';
import { repeatedNames } from '../bodies/body-text.js';
import { JsonFields } from './json-fields.js';
import { decodeWords, readMailMessage } from './mail-message.js';
import { type ActionContext, matchAction, parameter, type PathAction, segmentsOf } from './path-actions.js';
import { redactedBody } from './redacted-body.js';
import { Details, MESSAGE_LENGTH } from './shown-text.js';
import type { ApprovalSummary, SummarizedRequest } from './summary.js';

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

const MESSAGE_ITSELF = /^message\/rfc822\b/i;

/** Gmail, on its own host and on the shared Google one; `/upload` carries the message itself. */
export function summarizeGmail(request: SummarizedRequest): ApprovalSummary | null {
  const segments = segmentsOf(request.path);
  const plain = segments[0] === 'resumable' ? segments.slice(1) : segments;
  const start = plain[0] === 'upload' ? 1 : 0;
  const [gmail, version, users, , ...rest] = plain.slice(start);
  if (gmail !== 'gmail' || version !== 'v1' || users !== 'users') return null;
  const composition =
    COMPOSITIONS[`${request.method} ${rest.join('/')}`] ??
    (request.method === 'PUT' && rest.length === 2 && rest[0] === 'drafts' ? 'Change draft' : undefined);
  return composition === undefined ? matchAction(ACTIONS, request, rest) : composed(composition, request);
}

function composed(action: string, request: SummarizedRequest): ApprovalSummary {
  const { raw, threadId, repeated } = messageOf(request);
  const details = new Details().add('In reply to thread', threadId);
  if (raw === null) {
    details.add('Message', 'could not be read');
    if (repeated)
      details.add('Body', redactedBody(request.body!, request.contentType), Number.MAX_SAFE_INTEGER);
    return { action, details: details.list };
  }
  const message = readMailMessage(raw);
  const header = (name: string): string | undefined => {
    const value = message.headers.get(name);
    return value === undefined ? undefined : decodeWords(value);
  };
  details
    .add('To', header('to'))
    .add('Cc', header('cc'))
    .add('Bcc', header('bcc'))
    .add('Subject', header('subject'))
    .addNames('Attachments', message.attachments)
    .add('Text', message.text ?? message.html ?? undefined, MESSAGE_LENGTH);
  // Most readers show the HTML: it must not say something else behind a harmless text.
  if (message.html !== null && differ(message.text, message.html))
    details.add('HTML text', message.html, MESSAGE_LENGTH);
  if (request.body?.truncated) details.add('Note', 'Only the beginning of this message is shown.');
  return { action, details: details.list };
}

function differ(text: string | null, html: string): boolean {
  return text !== null && text.replace(/\s+/g, '') !== html.replace(/\s+/g, '');
}

interface SentMessage {
  raw: Buffer | null;
  threadId?: string;
  /** Names stand more than once in the JSON, so that there may be another message in it. */
  repeated?: boolean;
}

/** The message in JSON (`raw`, base64url), also where the JSON is cut, or as it is. */
function messageOf({ body, contentType }: SummarizedRequest): SentMessage {
  if (body === null) return { raw: null };
  if (contentType !== null && MESSAGE_ITSELF.test(contentType.trim()))
    return { raw: Buffer.from(body.bytes) };
  const json = JsonFields.of(body);
  if (json !== null) {
    const message = json.object('message') ?? json;
    const raw = message.text('raw');
    const threadId = message.text('threadId');
    return { raw: raw === undefined ? null : Buffer.from(raw, 'base64url'), ...(threadId && { threadId }) };
  }
  const text = Buffer.from(body.bytes).toString('latin1');
  if (repeatedNames(text).length > 0) return { raw: null, repeated: true };
  const raw = /"raw"\s{0,8}:\s{0,8}"([\w+/=-]+)/.exec(text)?.[1];
  const threadId = /"threadId"\s{0,8}:\s{0,8}"(\w{1,64})"/.exec(text)?.[1];
  return { raw: raw === undefined ? null : Buffer.from(raw, 'base64url'), ...(threadId && { threadId }) };
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
