import { Buffer } from 'node:buffer';
import { mediaClaims } from '../../../protocols/bodies/media-claims.js';
import { addMail } from './mail-message.js';
import { JsonFields } from '../content/json-fields.js';
import { readMimeParts } from './mime-parts.js';
import { addBody, addRest } from '../content/redacted-body.js';
import type { Details } from '../content/shown-text.js';
import type { BodyStart, SummarizedRequest } from '../content/summary.js';
import { decodedText, fromBase64 } from './transfer-codings.js';

const MESSAGE_ITSELF = /^message\/rfc822\b/i;
const RELATED = /^multipart\/related\b/i;

/**
 * The message of a request as Gmail takes it, by the content type: as it is, in a `multipart/related` body beside its
 * JSON, or base64url in JSON. `wrapped`: a draft's JSON has it in `message`.
 */
export function addGmailMessage(details: Details, request: SummarizedRequest, wrapped: boolean): void {
  const { body, contentType } = request;
  if (body === null) return void details.incomplete('unreadable').add('Message', 'could not be read');
  const type = contentType?.trim() ?? '';
  // More than one type is claimed: which one counts depends on the server.
  if (contentType !== null && [...mediaClaims([contentType]).kinds].length > 1)
    details.incomplete('ambiguous_coding');
  if (MESSAGE_ITSELF.test(type)) addMail(details, body.bytes);
  else if (RELATED.test(type)) addRelated(details, body, type, wrapped);
  else addJsonMessage(details, body, contentType, wrapped);
  if (body.truncated) details.add('Note', 'Only the beginning of this message is shown.');
}

function addJsonMessage(
  details: Details,
  body: BodyStart,
  contentType: string | null,
  wrapped: boolean,
): void {
  const json = JsonFields.of(body);
  if (json === null) return unreadable(details, body, contentType);
  const raw = metadata(details, json, wrapped);
  if (raw === undefined) details.incomplete('unreadable').add('Message', 'could not be read');
  else addRaw(details, raw, body.truncated);
  addRest(details, json);
}

/** Its thread, and the `raw` where Gmail looks for it. */
function metadata(details: Details, json: JsonFields, wrapped: boolean): string | undefined {
  const message = json.object('message');
  const place = wrapped ? message : json;
  const twin = wrapped ? json : message;
  // A message in both places, or taken apart beside the one that is sent.
  if (twin?.has('raw') || (place?.has('raw') && place.has('payload'))) details.incomplete('twin_fields');
  details.add('In reply to thread', place?.text('threadId'));
  return place?.text('raw');
}

function addRaw(details: Details, raw: string, cut: boolean): void {
  const { value, sure } = fromBase64(raw, 'url');
  if (!sure && !cut) details.incomplete('ambiguous_coding');
  addMail(details, value);
}

/** Google reads one JSON part and one message, in this order. */
function addRelated(details: Details, body: BodyStart, contentType: string, wrapped: boolean): void {
  const { leaves, outside, doubts } = readMimeParts(body.bytes, contentType);
  details.incomplete(...doubts);
  if (outside.length > 0) details.incomplete('several_parts');
  const messages = leaves.filter(({ type }) => type.value.startsWith('message/'));
  const others = leaves.filter(({ type }) => !type.value.startsWith('message/'));
  if (messages.length > 1 || others.length > 1) details.incomplete('several_parts');
  for (const { body: text, type, fields } of others) {
    const encoding = fields.find(({ name }) => name === 'content-transfer-encoding')?.value ?? '';
    const decoded = decodedText(text, encoding, type.parameters.get('charset'));
    if (!decoded.sure) details.incomplete('ambiguous_coding');
    const json = JsonFields.read(decoded.value);
    if (json === null) details.incomplete('unreadable').add('Beside the message', decoded.value);
    else {
      if (metadata(details, json, wrapped) !== undefined) details.incomplete('twin_fields');
      addRest(details, json);
    }
  }
  const [message] = messages;
  if (message === undefined) return void details.incomplete('unreadable').add('Message', 'could not be read');
  const encoding = message.fields.find(({ name }) => name === 'content-transfer-encoding')?.value ?? '';
  const { value, sure } =
    encoding.trim().toLowerCase() === 'base64'
      ? fromBase64(message.body)
      : {
          value: Buffer.from(message.body, 'latin1'),
          sure: encoding === '' || /^(?:7|8)bit$|^binary$/i.test(encoding),
        };
  if (!sure) details.incomplete('ambiguous_coding');
  addMail(details, value);
}

function unreadable(details: Details, body: BodyStart, contentType: string | null): void {
  details.incomplete('unreadable').add('Message', 'could not be read');
  addBody(details, body, contentType);
}
