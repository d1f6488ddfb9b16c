import { decodeSlackText } from './slack-text.js';

/** A file as Slack names it in an event; what it does not say is learnt from Slack (04 §6.3.6). */
export interface SharedFile {
  readonly id: string | null;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number | null;
  readonly url: string | null;
  /** Slack says to ask for the rest, as it does for files of other workspaces. */
  readonly stub: boolean;
}

export interface SaidInSlack {
  readonly externalUserId: string;
  readonly channel: string;
  readonly ts: string;
  readonly text: string;
  /** As many as may become rows. */
  readonly files: readonly SharedFile[];
}

export type SlackEvent =
  | { readonly kind: 'ignored' }
  | { readonly kind: 'direct'; readonly said: SaidInSlack }
  /** `mentioned`: otherwise only a thread that is linked already goes on. */
  | { readonly kind: 'group'; readonly said: SaidInSlack; readonly root: string; readonly mentioned: boolean }
  | { readonly kind: 'invite'; readonly channel: string; readonly inviter: string | null };

/** 04 §6.3.6: those beyond five are named only. */
export const MAX_FILE_ROWS = 20;
const MAX_NAME = 255;
const IGNORED: SlackEvent = { kind: 'ignored' };
const ID = /^[A-Za-z0-9]{1,64}$/;
const TIMESTAMP = /^\d{1,20}\.\d{1,20}$/;

type Fields = Readonly<Record<string, unknown>>;

/** The table of 04 §6.3: what an event is to the app whose bot is `bot`. Total: anything may be sent. */
export function readSlackEvent(event: unknown, bot: string): SlackEvent {
  if (!isFields(event)) return IGNORED;
  switch (event.type) {
    case 'message':
      return readMessage(event, bot);
    case 'app_mention':
      return readMention(event, bot);
    case 'member_joined_channel':
      return readInvite(event, bot);
    default:
      return IGNORED;
  }
}

function readMessage(event: Fields, bot: string): SlackEvent {
  const said = saidIn(event, bot);
  if (said === null) return IGNORED;
  if (event.channel_type === 'im')
    return said.text === '' && said.files.length === 0 ? IGNORED : { kind: 'direct', said };
  const inChannel = event.channel_type === 'channel' || event.channel_type === 'group';
  // Its twin `app_mention` says the same.
  if (!inChannel || mentions(textOf(event), bot)) return IGNORED;
  const root = timestampOf(event.thread_ts);
  return root === null ? IGNORED : { kind: 'group', said, root, mentioned: false };
}

function readMention(event: Fields, bot: string): SlackEvent {
  const said = saidIn(event, bot);
  if (said === null) return IGNORED;
  return { kind: 'group', said, root: timestampOf(event.thread_ts) ?? said.ts, mentioned: true };
}

function readInvite(event: Fields, bot: string): SlackEvent {
  const channel = idOf(event.channel);
  if (event.user !== bot || channel === null) return IGNORED;
  return { kind: 'invite', channel, inviter: idOf(event.inviter) };
}

/** Null for what a program wrote, this one included, and for edits, joins and the like. */
function saidIn(event: Fields, bot: string): SaidInSlack | null {
  const externalUserId = idOf(event.user);
  const channel = idOf(event.channel);
  const ts = timestampOf(event.ts);
  if (externalUserId === null || channel === null || ts === null) return null;
  if (externalUserId === bot || isGiven(event.bot_id)) return null;
  if (isGiven(event.subtype) && event.subtype !== 'file_share') return null;
  const text = decodeSlackText(withoutLeadingMention(textOf(event), bot));
  return { externalUserId, channel, ts, text, files: filesOf(event.files) };
}

function textOf({ text }: Fields): string {
  return typeof text === 'string' ? text : '';
}

function mentions(text: string, bot: string): boolean {
  return text.includes(`<@${bot}>`) || text.includes(`<@${bot}|`);
}

/** R38.13. */
function withoutLeadingMention(text: string, bot: string): string {
  const start = text.trimStart();
  if (!start.startsWith(`<@${bot}`)) return text;
  const behind = start.slice(`<@${bot}`.length);
  if (!behind.startsWith('>') && !behind.startsWith('|')) return text;
  const end = behind.indexOf('>');
  return end === -1 ? text : behind.slice(end + 1).trimStart();
}

function filesOf(files: unknown): SharedFile[] {
  if (!Array.isArray(files)) return [];
  return files.slice(0, MAX_FILE_ROWS).filter(isFields).map(sharedFile);
}

/** Also for the answer of `files.info`. */
export function sharedFile(file: Fields): SharedFile {
  const name = stringOf(file.name) ?? stringOf(file.title) ?? 'file';
  return {
    id: idOf(file.id),
    name: name.slice(0, MAX_NAME),
    mimeType: stringOf(file.mimetype) ?? '',
    sizeBytes: typeof file.size === 'number' && file.size >= 0 ? file.size : null,
    url: stringOf(file.url_private_download) ?? stringOf(file.url_private),
    stub: file.file_access === 'check_file_info',
  };
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' && ID.test(value) ? value : null;
}

function timestampOf(value: unknown): string | null {
  return typeof value === 'string' && TIMESTAMP.test(value) ? value : null;
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
