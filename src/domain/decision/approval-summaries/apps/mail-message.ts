import { htmlText } from './html-text.js';
import {
  mimeHeaderValue,
  type MimeField,
  type MimePart,
  readMime,
  STRUCTURAL_FIELDS,
  valueOf,
  valuesOf,
} from './mime-parts.js';
import { recipientsIn } from './recipients.js';
import { Details, MESSAGE_LENGTH, BODY_LENGTH, readableText } from '../content/shown-text.js';
import { decodedText, decodeWords } from './transfer-codings.js';

const RECIPIENTS = ['to', 'cc', 'bcc'] as const;
/** Shown by a label of their own. */
const LABELLED = new Set<string>([...RECIPIENTS, 'from', 'reply-to', 'subject']);
const MAX_TEXTS = 3;

interface ShownPart {
  /** `text/plain`, `text/html`, another `text/…`. */
  type: string;
  text: string;
}

/** What a person sees of the parts of a message. */
interface PartsSeen {
  texts: ShownPart[];
  attachments: string[];
  /** Neither text nor named. */
  others: string[];
}

/** What an Internet message (RFC 5322) says, in words for the person who decides; linear in its bytes. */
export function addMail(details: Details, bytes: Uint8Array): void {
  const { fields, leaves, partFields, outside, doubts } = readMime(bytes);
  details.incomplete(...doubts);
  // Of which a message has one.
  for (const name of LABELLED) if (valuesOf(fields, name).length > 1) details.incomplete('repeated_names');
  for (const name of RECIPIENTS)
    details.addList(name[0]!.toUpperCase() + name.slice(1), recipientsOf(details, fields, name));
  details
    .add('From', joined(details, fields, 'from'))
    .add('Reply to', joined(details, fields, 'reply-to'))
    .add('Subject', joined(details, fields, 'subject'));
  addParts(details, leaves);
  details
    .add('Other fields', otherFields(details, fields, partFields), BODY_LENGTH)
    .addText('Outside of the parts', outside.map((text) => wordsIn(details, text)).join('\n'), BODY_LENGTH);
}

function addParts(details: Details, leaves: readonly MimePart[]): void {
  const seen: PartsSeen = { texts: [], attachments: [], others: [] };
  for (const part of leaves) see(part, seen, details);
  details.addNames('Attachments', seen.attachments).addNames('Other parts', seen.others);
  // Content that a reader may show and that is named by its type alone.
  if (seen.others.length > 0) details.incomplete('cut');
  const plain = seen.texts.filter(({ type }) => type === 'text/plain');
  const rich = seen.texts.filter(({ type }) => type === 'text/html');
  const rest = seen.texts.length - plain.length - rich.length;
  if (plain.length > 1 || rich.length > 1 || rest > 0) details.incomplete('several_parts');
  if (seen.texts.length > MAX_TEXTS) details.incomplete('more_than_listed');
  for (const [at, { type, text }] of seen.texts.slice(0, MAX_TEXTS).entries())
    if (type === 'text/html') addHtml(details, text, plain.length > 0 ? 'HTML text' : 'Text', plain[0]?.text);
    else
      details.addText(
        at === 0 || type !== 'text/plain' ? labelOf(type) : `Text ${at + 1}`,
        text,
        MESSAGE_LENGTH,
      );
}

function labelOf(type: string): string {
  return type === 'text/plain' ? 'Text' : `Text (${type})`;
}

/** Most readers show the HTML: it must not say something else behind a harmless text. */
export function addHtml(details: Details, html: string, label: string, plain?: string): void {
  const { text, links, markup, unsure } = htmlText(html);
  if (unsure) details.incomplete('ambiguous_coding');
  if (plain === undefined || bare(plain) !== bare(text)) details.addText(label, text, MESSAGE_LENGTH);
  details.addNames('Links', links);
  if (markup > 0) details.add('HTML markup', `${markup} characters, not shown`);
}

function bare(text: string): string {
  return readableText(text).replaceAll(' ', '');
}

function see(part: MimePart, seen: PartsSeen, details: Details): void {
  const { fields, type, body } = part;
  const disposition = mimeHeaderValue(valueOf(fields, 'content-disposition') ?? '');
  if (disposition.unsure) details.incomplete('ambiguous_coding');
  const name = disposition.parameters.get('filename') ?? type.parameters.get('name');
  const isAttached = disposition.value === 'attachment';
  if (isAttached || name !== undefined)
    seen.attachments.push(readableText(wordsIn(details, name ?? '')) || 'unnamed');
  if (isAttached) return;
  if (type.value.startsWith('text/')) {
    const encodings = valuesOf(fields, 'content-transfer-encoding');
    const { value, sure } = decodedText(body, encodings[0] ?? '', type.parameters.get('charset'));
    if (!sure || encodings.length > 1) details.incomplete('ambiguous_coding');
    if (value.trim() !== '') seen.texts.push({ type: type.value, text: value });
    // Readers show a message inside of a message, whatever it is called.
  } else if (name === undefined || type.value.startsWith('message/'))
    seen.others.push(`${type.value} (${body.length} bytes)`);
}

function wordsIn(details: Details, text: string): string {
  const { value, sure } = decodeWords(text);
  if (!sure) details.incomplete('ambiguous_coding');
  return value;
}

/** Told apart before their words are decoded: a comma in a name parts nobody. */
function recipientsOf(details: Details, fields: readonly MimeField[], name: string): string[] {
  return valuesOf(fields, name)
    .flatMap(recipientsIn)
    .map((recipient) => wordsIn(details, recipient));
}

function joined(details: Details, fields: readonly MimeField[], name: string): string {
  return valuesOf(fields, name)
    .map((value) => wordsIn(details, value))
    .join(' | ');
}

function otherFields(details: Details, own: readonly MimeField[], ofParts: readonly MimeField[]): string {
  const others = [
    ...own.filter(({ name }) => !LABELLED.has(name) && !STRUCTURAL_FIELDS.has(name)),
    ...ofParts.filter(({ name }) => !STRUCTURAL_FIELDS.has(name)),
  ];
  return others
    .map(({ name, value }) => `${name === '' ? '' : `${name}: `}${wordsIn(details, value)}`)
    .join('; ');
}
