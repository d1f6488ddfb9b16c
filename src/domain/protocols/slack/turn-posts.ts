import { toMrkdwn } from './mrkdwn.js';
import { escapeSlackText, plainSlackText } from './slack-text.js';

/** What one person said in a turn. */
export interface SpokenMessage {
  readonly fromSlack: boolean;
  /** The name it is shown under; never an email (04 §6.5.2). */
  readonly speaker: string | null;
  readonly message: string;
  readonly files: readonly string[];
}

/** A turn that ended, as far as a thread elsewhere is told. */
export interface EndedTalk {
  readonly question: SpokenMessage;
  /** What was taken up by the run. */
  readonly joined: readonly SpokenMessage[];
  /** What brought it about when nobody spoke. */
  readonly automation: 'cron' | 'watch' | null;
  readonly text: string | null;
  readonly error: string | null;
  readonly errorCode: string | null;
  /** Where a person puts the model in order; null where this server has no pages. */
  readonly modelsUrl: string | null;
}

export interface Post {
  readonly kind: 'message.post' | 'card.post';
  /** Also what notifications and old clients show of blocks. */
  readonly text: string;
  readonly blocks?: readonly object[];
}

const MAX_NAME = 80;
const MAX_QUESTION = 20_000;
const MAX_FILES_LINE = 1_000;
const MAX_SECTION = 2_800;
const ICONS = { cron: ':calendar:', watch: ':stopwatch:' } as const;
const OF_THE_MODEL: ReadonlySet<string> = new Set(['no_model_key', 'model_provider_error']);

/** In the order in which they are shown (04 §6.5.2 to §6.5.4). */
export function postsOf(talk: EndedTalk): Post[] {
  if (talk.automation !== null) return [delivery(talk, ICONS[talk.automation])];
  const questions = [talk.question, ...talk.joined].filter(({ fromSlack }) => !fromSlack);
  return [...questions.map(question), ...answer(talk)];
}

function question({ speaker, message, files }: SpokenMessage): Post {
  const name = speaker === null ? '' : plainSlackText(speaker, MAX_NAME);
  const said =
    message.trim() === '' ? [] : escapeSlackText(message.slice(0, MAX_QUESTION).toWellFormed()).split('\n');
  const names = files.map((file) => plainSlackText(file, MAX_NAME)).join(', ');
  const lines = [
    `:globe_with_meridians: *${name || 'Somebody'}* on the web:`,
    // Each line is quoted, so none of them can pass for one of ours.
    ...said.map((line) => `> ${line}`),
    ...(names === '' ? [] : [`📎 ${names.slice(0, MAX_FILES_LINE)}`]),
  ];
  return { kind: 'message.post', text: lines.join('\n') };
}

function answer({ text, error, errorCode, modelsUrl }: EndedTalk): Post[] {
  const said: Post[] = hasText(text) ? [{ kind: 'message.post', text: toMrkdwn(text) }] : [];
  if (error === null) return said;
  if (errorCode !== null && OF_THE_MODEL.has(errorCode)) return [...said, modelCard(error, modelsUrl)];
  return said.length > 0 ? said : [{ kind: 'message.post', text: warning(error) }];
}

function delivery({ question: { message }, text, error }: EndedTalk, icon: string): Post {
  const title = `${icon} *${plainSlackText(message, MAX_FILES_LINE)}*`;
  const report = hasText(text) ? toMrkdwn(text) : error === null ? '' : warning(error);
  return { kind: 'message.post', text: report === '' ? title : `${title}\n${report}` };
}

function modelCard(error: string, modelsUrl: string | null): Post {
  const text = warning(error);
  if (modelsUrl === null) return { kind: 'message.post', text };
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text } },
    {
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: 'channel_open_models',
          text: { type: 'plain_text', text: 'Open the models of this agent' },
          url: modelsUrl,
        },
      ],
    },
  ];
  return { kind: 'card.post', text, blocks };
}

function warning(error: string): string {
  return `:warning: ${escapeSlackText(error.slice(0, MAX_SECTION / 2).toWellFormed())}`;
}

function hasText(text: string | null): text is string {
  return text !== null && text.trim() !== '';
}
