import { Injectable } from '@nestjs/common';
import { mediaTypeOf, safeFileName } from '../../../../domain/agents/conversations/attachment-name.js';
import { type SharedFile, sharedFile } from '../../../../domain/protocols/slack/slack-event.js';
import { ProviderStreams } from '../../../../kernel/egress/provider-streams.js';
import type { SentAlong } from '../../conversations/attachments/attachment-store.js';
import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '../../conversations/records/conversation-rules.js';
import type { LiveChannelApp } from '../apps/live-channel-apps.js';
import { objectOf } from '../slack/slack-answer.js';
import { SlackApi } from '../slack/slack-api.js';

export type FetchedFile = Pick<SentAlong, 'name' | 'mimeType' | 'content'>;

const FETCH_MS = 10_000;
const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const WHY = {
  surplus: `Only ${MAX_ATTACHMENTS} files of a message are fetched.`,
  tooLarge: 'The file is larger than 10 MiB.',
  noAddress: 'Slack did not say where the file is.',
  noScope: 'Slack did not hand out the file: the app may lack the scope files:read.',
  refused: 'Slack did not hand out the file.',
  unreachable: 'The file could not be fetched from Slack.',
} as const;

class NotFetched extends Error {
  constructor(readonly why: keyof typeof WHY) {
    super(WHY[why]);
  }
}

/** Files that were shared with a message (04 §6.3.6). Whatever goes wrong with one, the message comes. */
@Injectable()
export class SharedFiles {
  constructor(
    private readonly slack: SlackApi,
    private readonly streams: ProviderStreams,
  ) {}

  /** In their order. One after another: each is held whole. */
  async fetch({ credentials }: LiveChannelApp, files: readonly SharedFile[]): Promise<FetchedFile[]> {
    const fetched: FetchedFile[] = [];
    for (const [at, file] of files.entries())
      fetched.push(await this.one(file, credentials.botToken, at < MAX_ATTACHMENTS));
    return fetched;
  }

  private async one(file: SharedFile, token: string | undefined, wanted: boolean): Promise<FetchedFile> {
    let known = file;
    let content: SentAlong['content'];
    try {
      if (!wanted) throw new NotFetched('surplus');
      if (token === undefined) throw new NotFetched('refused');
      known = file.stub ? await this.resolved(file, token) : file;
      content = await this.bytesOf(known, token);
    } catch (error) {
      const { message: failure } = error instanceof NotFetched ? error : new NotFetched('unreachable');
      content = { failure, sizeBytes: Math.min(known.sizeBytes ?? 0, 2_147_483_647) };
    }
    return { name: safeFileName(known.name), mimeType: mediaTypeOf(known.mimeType), content };
  }

  private async resolved(file: SharedFile, token: string): Promise<SharedFile> {
    if (file.id === null) throw new NotFetched('noAddress');
    const answer = await this.slack.call({ method: 'files.info', token, fields: { file: file.id } });
    return sharedFile(objectOf(answer['file']));
  }

  private async bytesOf({ url, sizeBytes, mimeType }: SharedFile, token: string): Promise<Buffer> {
    if (url === null) throw new NotFetched('noAddress');
    if (sizeBytes !== null && sizeBytes > MAX_ATTACHMENT_BYTES) throw new NotFetched('tooLarge');
    const signal = AbortSignal.timeout(FETCH_MS);
    const headers = { authorization: `Bearer ${token}`, accept: '*/*' };
    let address = ofSlack(url);
    for (let redirects = 0; ; redirects++) {
      const answer = await this.streams.download({
        url: address,
        headers,
        bytes: MAX_ATTACHMENT_BYTES,
        signal,
      });
      if (REDIRECTS.has(answer.status)) {
        const location = answer.headers['location'];
        if (redirects === MAX_REDIRECTS || typeof location !== 'string') throw new NotFetched('refused');
        address = ofSlack(location, address);
        continue;
      }
      if (answer.status !== 200) throw new NotFetched('refused');
      // Slack shows a page to sign in where a token may not read.
      const isPage = mediaTypeOf(String(answer.headers['content-type'] ?? '')) === 'text/html';
      if (isPage && mediaTypeOf(mimeType) !== 'text/html') throw new NotFetched('noScope');
      if (answer.bytes === null) throw new NotFetched('tooLarge');
      if (answer.bytes.length === 0) throw new NotFetched('refused');
      return answer.bytes;
    }
  }
}

/** The token goes to Slack, over TLS, whatever an event or a redirect names. */
function ofSlack(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new NotFetched('noAddress');
  const url = new URL(address, base?.href);
  const isSlacks = url.hostname === 'slack.com' || url.hostname.endsWith('.slack.com');
  const isPlain = url.username === '' && url.password === '' && url.port === '';
  if (url.protocol !== 'https:' || !isSlacks || !isPlain) throw new NotFetched('noAddress');
  return url;
}
