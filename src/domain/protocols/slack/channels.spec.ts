import { describe, expect, it } from '@jest/globals';
import { approvalCard, type AskedAction, type CardEnd, isDecidable, settledCard } from './approval-card.js';
import { toMrkdwn } from './mrkdwn.js';
import { deliveryAfter } from './outbox-retries.js';
import { MAX_FILE_ROWS, readSlackEvent } from './slack-event.js';
import { decodeSlackText, slackCode, spokenText } from './slack-text.js';
import { type EndedTalk, postsOf, type SpokenMessage } from './turn-posts.js';

const BOT = 'UBOT';
const message = (more: object = {}): object => ({
  type: 'message',
  channel_type: 'im',
  user: 'UADA',
  channel: 'D1',
  ts: '1700000000.000100',
  text: 'hello',
  ...more,
});
const inThread = (more: object = {}): object =>
  message({ channel_type: 'channel', channel: 'C1', thread_ts: '1699999999.000001', ...more });
const mention = (more: object = {}): object => ({
  ...message({ channel: 'C1', text: `<@${BOT}> hello`, ...more }),
  type: 'app_mention',
});

describe('an event of Slack', () => {
  it.each([
    ['a message to the bot alone', message(), 'direct'],
    ['a file without words', message({ text: '', files: [{ id: 'F1' }] }), 'direct'],
    ['a message of nothing', message({ text: '' }), 'ignored'],
    ['a shared file', message({ subtype: 'file_share' }), 'direct'],
    ['an edit', message({ subtype: 'message_changed' }), 'ignored'],
    ['what a program wrote', message({ bot_id: 'B1' }), 'ignored'],
    ["the bot's own", message({ user: BOT }), 'ignored'],
    ['what nobody wrote', message({ user: undefined }), 'ignored'],
    ['a mention', mention(), 'group'],
    ['a mention by a program', mention({ bot_id: 'B1' }), 'ignored'],
    ['the twin of a mention', inThread({ text: `well <@${BOT}>` }), 'ignored'],
    ['the twin of a mention by name', inThread({ text: `well <@${BOT}|bot>` }), 'ignored'],
    ['a reply in a thread', inThread(), 'group'],
    ['a reply in a thread of a private channel', inThread({ channel_type: 'group' }), 'group'],
    ['a message of several people', inThread({ channel_type: 'mpim' }), 'ignored'],
    ['chatter', inThread({ thread_ts: undefined }), 'ignored'],
    [
      'the bot joining',
      { type: 'member_joined_channel', user: BOT, channel: 'C1', inviter: 'UADA' },
      'invite',
    ],
    ['somebody joining', { type: 'member_joined_channel', user: 'UADA', channel: 'C1' }, 'ignored'],
    ['another event', { type: 'reaction_added' }, 'ignored'],
    ['a name that is no id', message({ channel: '../etc' }), 'ignored'],
    ['no object', 'message', 'ignored'],
    ['nothing', null, 'ignored'],
  ])('%s: %#', (_what, event, kind) => {
    expect(readSlackEvent(event, BOT).kind).toBe(kind);
  });

  it('belongs to the thread it was said in, or begins one', () => {
    expect(readSlackEvent(mention(), BOT)).toMatchObject({ root: '1700000000.000100', mentioned: true });
    expect(readSlackEvent(mention({ thread_ts: '1.2' }), BOT)).toMatchObject({ root: '1.2' });
    expect(readSlackEvent(inThread(), BOT)).toMatchObject({ root: '1699999999.000001', mentioned: false });
  });

  it.each([
    [`<@${BOT}> do it`, 'do it'],
    [`  <@${BOT}|bot>: do it`, ': do it'],
    [`ask <@${BOT}> again`, `ask <@${BOT}> again`],
    [`<@${BOT}X> hello`, `<@${BOT}X> hello`],
    [`<@${BOT}>`, ''],
  ])('loses a leading mention only: %s', (text, expected) => {
    expect(readSlackEvent(mention({ text }), BOT)).toMatchObject({ said: { text: expected } });
  });

  it('names files as Slack does, and not more than may become rows', () => {
    const files = Array.from({ length: 30 }, (_, at) => ({
      id: `F${at}`,
      name: `${at}.txt`,
      mimetype: 'text/plain',
      size: 3,
      url_private: 'https://files.slack.com/a',
      ...(at === 1 && { file_access: 'check_file_info' }),
    }));
    const read = readSlackEvent(message({ files }), BOT);
    if (read.kind !== 'direct') throw new Error(read.kind);
    expect(read.said.files).toHaveLength(MAX_FILE_ROWS);
    expect(read.said.files[0]).toEqual({
      id: 'F0',
      name: '0.txt',
      mimeType: 'text/plain',
      sizeBytes: 3,
      url: 'https://files.slack.com/a',
      stub: false,
    });
    expect(read.said.files[1]!.stub).toBe(true);
  });

  it('is what was typed', () => {
    expect(decodeSlackText('a &lt; b &amp;&amp; c &gt; d &amp;lt;\0')).toBe('a < b && c > d &lt;');
    expect(spokenText('Ada\nLovelace', 'hi')).toBe('Ada Lovelace: hi');
    expect(spokenText('x'.repeat(100), 'hi')).toBe(`${'x'.repeat(80)}: hi`);
  });
});

describe('Markdown in Slack', () => {
  it.each([
    ['**bold** and *thin* and ~~gone~~', '*bold* and _thin_ and ~gone~'],
    ['__bold__ and _thin_ and ***both***', '*bold* and _thin_ and *_both_*'],
    ['2*3*4 and snake_case_name', '2*3*4 and snake_case_name'],
    ['**open and *closed*', '**open and _closed_'],
    ['# Title with **stars**', '*Title with stars*'],
    ['- one\n  * two\n+ three', '• one\n  • two\n• three'],
    ['> said', '> said'],
    ['`a < b` and ``c`d``', "`a &lt; b` and `c'd`"],
    ['`not closed', '`not closed'],
    ['[here](https://a.test/x?a=1&b=2)', '<https://a.test/x?a=1&amp;b=2|here>'],
    ['![a cat](http://a.test/cat.png)', '<http://a.test/cat.png|a cat>'],
    ['<https://a.test/?a=1&b=2>', '<https://a.test/?a=1&amp;b=2>'],
    ['[click](javascript:alert(1))', '[click](javascript:alert(1))'],
    ['[click](slack://channel?id=1)', '[click](slack://channel?id=1)'],
    ['[a](https://en.test/wiki/A_(b))', '<https://en.test/wiki/A_(b)|a>'],
    ['```js\nconst a = **1** < 2;\n```\nafter', '```\nconst a = **1** &lt; 2;\n```\nafter'],
    ['~~~\nopen', '```\nopen\n```'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', '```\n| a | b |\n|---|---|\n| 1 | 2 |\n```'],
    ['one\r\ntwo', 'one\ntwo'],
  ])('%j', (markdown, expected) => {
    expect(toMrkdwn(markdown)).toBe(expected);
  });

  it.each([
    '<!channel> <!here> <!everyone>',
    '<@U123> <#C123|general> <!subteam^S1>',
    '[x](https://a.test|<!channel>)',
    '[<!channel>](https://a.test)',
    '<https://a.test|<!here>>',
    '`<!channel>`',
    '```\n<!channel>\n```',
    '> <!channel>',
    '&lt;!channel&gt;',
    '[a](https://x.test/<!here>)',
  ])('mentions nobody: %s', (text) => {
    expect(toMrkdwn(text)).not.toMatch(/<[^h>]/);
  });

  it('is cut where Slack would refuse it, in what is read and in what is written', () => {
    expect(toMrkdwn('a'.repeat(50_000))).toHaveLength(40_000);
    expect(toMrkdwn('<'.repeat(50_000)).length).toBeLessThanOrEqual(40_000);
  });

  it.each([
    ['stars', '*a '.repeat(13_000)],
    ['brackets', '['.repeat(40_000)],
    ['half links', '[a](https://x'.repeat(3_000)],
    ['backticks', Array.from({ length: 280 }, (_, at) => '`'.repeat(at)).join(' ')],
    ['spaces', `${' '.repeat(39_000)}x`],
    ['bars', '| '.repeat(19_000) + 'x'],
    ['line separators', `- ${' '.repeat(19_000)}\u2028${'x'.repeat(19_000)}`],
  ])('takes time that grows with the text only: %s', (_what, text) => {
    const begun = performance.now();
    toMrkdwn(text);
    // Quadratic work on 40,000 characters takes many seconds.
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});

describe('what a thread is shown of a turn', () => {
  const said = (more: Partial<SpokenMessage> = {}): SpokenMessage => ({
    fromSlack: true,
    speaker: 'Ada',
    message: 'How much?',
    files: [],
    ...more,
  });
  const talk = (more: Partial<EndedTalk> = {}): EndedTalk => ({
    question: said(),
    joined: [],
    automation: null,
    text: '**42**',
    error: null,
    errorCode: null,
    modelsUrl: 'https://app.test/models',
    ...more,
  });
  const texts = (more: Partial<EndedTalk>): string[] => postsOf(talk(more)).map(({ text }) => text);

  it('is the answer alone where it was asked', () => {
    expect(texts({})).toEqual(['*42*']);
  });

  it('is question and answer where it was asked on the web, each with who said it', () => {
    const question = said({ fromSlack: false, message: 'How\n<!channel>?', files: ['a.png', 'b.png'] });
    const joined = [said({ fromSlack: false, speaker: null, message: 'And now?' }), said()];
    expect(texts({ question, joined })).toEqual([
      ':globe_with_meridians: *Ada* on the web:\n> How\n> &lt;!channel&gt;?\n📎 a.png, b.png',
      ':globe_with_meridians: *Somebody* on the web:\n> And now?',
      '*42*',
    ]);
  });

  it.each([
    ['an error', { text: null, error: 'It <broke>.' }, [':warning: It &lt;broke&gt;.']],
    ['what there was of an answer before an error', { error: 'It broke.' }, ['*42*']],
    ['nothing', { text: null }, []],
    ['nothing for blanks', { text: ' \n' }, []],
  ])('is %s', (_what, more, expected) => {
    expect(texts(more)).toEqual(expected);
  });

  it.each(['no_model_key', 'model_provider_error'])('leads to the models after %s', (errorCode) => {
    const posts = postsOf(talk({ text: null, error: 'No key.', errorCode }));
    expect(posts).toHaveLength(1);
    expect(posts[0]!.kind).toBe('card.post');
    expect(JSON.stringify(posts[0]!.blocks)).toContain('"url":"https://app.test/models"');
  });

  it.each([
    ['cron', ':calendar:'],
    ['watch', ':stopwatch:'],
  ] as const)('is one report of a run by %s', (automation, icon) => {
    const question = said({ fromSlack: false, speaker: null, message: 'Scheduled run "x"' });
    expect(texts({ automation, question })).toEqual([`${icon} *Scheduled run "x"*\n*42*`]);
  });
});

describe('a card', () => {
  const asked: AskedAction = {
    method: 'POST',
    host: 'api.bank.test',
    path: '/transfers',
    action: 'Send money',
    details: [
      { label: 'To', value: 'Eve\n*Approved by* <!here> `x`' },
      ...Array.from({ length: 20 }, (_, at) => ({ label: `More ${at}`, value: '<'.repeat(500) })),
    ],
    agentName: 'Helper',
  };
  const whole: AskedAction = { ...asked, details: asked.details.slice(0, 1) };
  const at = new Date('2030-01-01T00:00:00.000Z');
  const CONSOLE = 'https://app.test/w/1/approvals?approval=the-id';
  const buttonsOf = (card: AskedAction): any[] => {
    const { blocks } = approvalCard(card, 'the-id', at, CONSOLE);
    return (blocks.at(-1) as any).elements;
  };

  it('asks, with two buttons that carry the id and nothing else', () => {
    const { blocks } = approvalCard(whole, 'the-id', at, CONSOLE);
    const [buttons] = blocks.filter((block) => 'elements' in block && 'block_id' in block) as any[];
    expect(buttons.elements.map(({ action_id, value }: any) => [action_id, value])).toEqual([
      ['channel_approve', 'the-id'],
      ['channel_deny', 'the-id'],
    ]);
    const text = JSON.stringify(blocks);
    expect(text).toContain('api.bank.test');
    expect(text).toContain('Helper');
    expect(text).toContain('2030-01-01T00:00:00.000Z');
  });

  it('shows what an agent sent as code on one line, so that it passes for nothing else', () => {
    const text = JSON.stringify(approvalCard(asked, 'id', at, CONSOLE).blocks);
    expect(text).toContain("To: `Eve *Approved by* &lt;!here&gt; 'x'`");
    expect(text).not.toContain('<!here>');
    expect(slackCode('a`b', 10)).toBe("`a'b`");
  });

  it.each<[what: string, more: Partial<AskedAction>]>([
    ['more details than it has lines', { details: Array(9).fill({ label: 'a', value: 'b' }) }],
    ['a value that is too long', { details: [{ label: 'Text', value: 'x'.repeat(201) }] }],
    [
      'values that escapes make too long',
      { details: Array(4).fill({ label: 'Bcc', value: '<'.repeat(200) }) },
    ],
    ['a summary that is incomplete', { incomplete: ['cut'] }],
    ['no summary', { action: null }],
    ['a host that is too long', { host: `${'a.'.repeat(101)}test` }],
  ])('R55.3 has no buttons but one to the console for %s', (_what, more) => {
    const card = { ...whole, ...more };
    expect(buttonsOf(card)).toEqual([expect.objectContaining({ action_id: 'channel_open', url: CONSOLE })]);
    expect(isDecidable(card)).toBe(false);
    expect(JSON.stringify(approvalCard(card, 'the-id', at, CONSOLE))).toContain('does not show everything');
  });

  it('has sections that Slack takes', () => {
    for (const block of approvalCard(asked, 'id', at, CONSOLE).blocks as any[])
      if (block.text) expect(block.text.text.length).toBeLessThanOrEqual(2_900);
  });

  it.each([
    [{ kind: 'approved', by: 'Ada' }, 'Approved by Ada'],
    [{ kind: 'denied', by: null }, 'Denied by a member'],
    [{ kind: 'decided-elsewhere', approved: false }, 'Denied elsewhere'],
    [{ kind: 'expired' }, 'Expired, so it was denied'],
    [{ kind: 'withdrawn' }, 'nothing was sent'],
  ] as [CardEnd, string][])('says how it ended, and still what was asked: %j', (end, words) => {
    const text = JSON.stringify(settledCard(asked, end));
    expect(text).toContain(words);
    expect(text).toContain('Send money');
    expect(text).not.toContain('channel_approve');
  });
});

describe('a post that did not go well', () => {
  it.each([
    ['message.post', 'sent', 1, { outcome: 'sent' }],
    ['message.post', 'rejected', 1, { outcome: 'rejected' }],
    ['message.post', 'lost', 1, { outcome: 'unknown' }],
    ['message.post', 'retry', 1, { outcome: 'again', inSeconds: 5 }],
    ['card.post', 'retry', 9, { outcome: 'again', inSeconds: 300 }],
    ['card.post', 'lost', 1, { outcome: 'unknown' }],
    ['card.update', 'retry', 2, { outcome: 'again', inSeconds: 15 }],
    ['card.update', 'lost', 4, { outcome: 'again', inSeconds: 300 }],
    ['reaction.add', 'retry', 5, { outcome: 'rejected' }],
    ['reaction.remove', 'lost', 5, { outcome: 'unknown' }],
    ['reaction.add', 'rejected', 1, { outcome: 'rejected' }],
  ] as const)('%s, %s, attempt %i', (kind, reported, attempts, expected) => {
    expect(deliveryAfter(kind, reported, attempts)).toEqual(expected);
  });

  it('waits for as long as the provider asks', () => {
    expect(deliveryAfter('message.post', 'retry', 1, 40)).toEqual({ outcome: 'again', inSeconds: 40 });
  });
});
