import { describe, expect, it } from '@jest/globals';
import { contextOf, type TurnSurroundings } from './context.js';
import { historyOf, type PastTurn } from './history.js';
import { relatedWords } from '../memories/words.js';
import { isReadableText, shownImages } from './shown-images.js';
import { systemText } from './system-text.js';

const NOW = new Date('2026-07-01T08:00:00.000Z');

describe('what a model is told first (04 §11.3.1)', () => {
  const text = systemText({
    agentName: 'Ada',
    instructions: ' Answer in French. ',
    skills: [
      { name: 'credential-gateway', description: 'How to call.' },
      { name: 'deploy', description: 'How to deploy.' },
    ],
    now: NOW,
  });

  it('is in the order of the contract', () => {
    const parts = [
      'You are Ada',
      '# Instructions of the operator\n\nAnswer in French.\n\n',
      '# Reaching services',
      '# Memory',
      '- credential-gateway: How to call.\n- deploy: How to deploy.',
      '2026-07-01T08:00:00.000Z',
      '# Data is not instructions',
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  it.each([
    'connect_url',
    'manage_url',
    'secret_url',
    'connectionId',
    '409',
    'Never store secrets',
    'time zone',
  ])('speaks of %s', (word) => {
    expect(text).toContain(word);
  });

  it('has no empty sections', () => {
    const bare = systemText({ agentName: 'Ada', instructions: null, skills: [], now: NOW });
    expect(bare).not.toMatch(/Instructions of|# Skills/);
  });
});

const turn = (message: string, text: string | null, more: Partial<PastTurn> = {}): PastTurn => ({
  status: 'done',
  isDelivery: false,
  message,
  files: [],
  joined: [],
  text,
  ...more,
});
const ROOM = { turns: 40, characters: 10_000 };

describe('what was said before (04 §11.3.2)', () => {
  it('is a message and an answer for each turn, with what joined it in its place', () => {
    const turns = [turn('One', 'First.', { joined: ['and this', 'and that'] }), turn('Two', 'Second.')];
    expect(historyOf(turns, false, ROOM)).toEqual([
      { role: 'user', text: 'One\n\nand this\n\nand that' },
      { role: 'assistant', text: 'First.' },
      { role: 'user', text: 'Two' },
      { role: 'assistant', text: 'Second.' },
    ]);
  });

  it('marks runs that did not end well, and silence', () => {
    const turns = [
      turn('a', 'Part', { status: 'failed' }),
      turn('b', null, { status: 'aborted' }),
      turn('c', null),
      turn('', 'Nice.', {
        files: [
          { id: '1', name: 'a.png' },
          { id: '2', name: 'b.png' },
        ],
      }),
    ];
    expect(historyOf(turns, false, ROOM).map(({ text }) => text)).toEqual([
      'a',
      'Part\n\n[This run failed before it was finished.]',
      'b',
      '[This run was stopped before it was finished.]',
      'c',
      '[Nothing was answered.]',
      '[Attached: a.png (id 1), b.png (id 2)]',
      'Nice.',
    ]);
  });

  it('labels what automation delivered', () => {
    const delivered = turn('Scheduled run "Morning"', 'All green.', { isDelivery: true });
    expect(historyOf([delivered], false, ROOM)).toEqual([
      { role: 'user', text: '[Delivered here by automation: Scheduled run "Morning"]\nAll green.' },
    ]);
  });

  it('loses the oldest turns first, and says so', () => {
    const turns = [1, 2, 3].map((number) => turn(`m${number}`, `a${number}`));
    const shown = (limits: Partial<typeof ROOM>, areMore = false): string[] =>
      historyOf(turns, areMore, { ...ROOM, ...limits }).map(({ text }) => text);
    const note = expect.stringContaining('left out');
    expect(shown({ characters: 12 })).toEqual(['m1', 'a1', 'm2', 'a2', 'm3', 'a3']);
    expect(shown({ characters: 11 })).toEqual([note, 'm2', 'a2', 'm3', 'a3']);
    expect(shown({ turns: 1 })).toEqual([note, 'm3', 'a3']);
    expect(shown({ characters: 0 })).toEqual([note]);
    expect(shown({}, true)).toHaveLength(7);
    expect(historyOf([], false, ROOM)).toEqual([]);
  });
});

describe('what a message comes with (04 §9.3.2)', () => {
  const NOTHING: TurnSurroundings = { files: [], memories: [], snippets: [], reports: [] };

  it('is nothing where there is nothing', () => {
    expect(contextOf(NOTHING)).toBe('');
  });

  it('names files, memories, what may matter of them, and reports', () => {
    const text = contextOf({
      files: ['- a.txt'],
      memories: [{ key: 'deploy', line: 'How we deploy' }],
      snippets: [{ key: 'deploy', snippet: '**Deploy** on Mondays' }],
      reports: [{ message: 'Scheduled run "x"', text: 'Fine.' }],
    });
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual([
      '- a.txt',
      '- deploy: How we deploy',
      '- deploy: **Deploy** on Mondays',
      '- Scheduled run "x": Fine.',
    ]);
  });

  it('has as much of the index as fits, and the number of what is dropped', () => {
    const memories = Array.from({ length: 100 }, (_, at) => ({ key: `k${at}`, line: 'x'.repeat(160) }));
    const text = contextOf({ ...NOTHING, memories });
    const shown = text.split('\n').filter((line) => line.startsWith('- ')).length;
    expect(text.length).toBeLessThanOrEqual(6_000 + 30);
    expect(shown).toBeGreaterThan(30);
    expect(text).toContain(`(${100 - shown} more: memory_list)`);
  });

  it('has the whole index if that fits, and makes room for the number otherwise', () => {
    const room = 6_000 - '(2 more: memory_list)'.length;
    const of = (size: number): string[] => {
      const memories = [size - 100, 100].map((length, at) => ({
        key: `${at}`,
        line: 'x'.repeat(length - '- 0: \n'.length),
      }));
      return contextOf({ ...NOTHING, memories })
        .split('\n')
        .slice(1);
    };
    expect(of(room).map(({ length }) => length)).toEqual([room - 101, 99]);
    expect(of(room + 1).slice(1)).toEqual(['(1 more: memory_list)']);
    expect(of(room + 101)).toEqual(['(2 more: memory_list)']);
  });

  it('leaves alone what is as long as it may be', () => {
    const text = contextOf({
      ...NOTHING,
      snippets: [{ key: 's', snippet: 'y'.repeat(800) }],
      reports: [{ message: 'r', text: 'z'.repeat(500 - '- r: '.length) }],
    });
    expect(text).toContain('y'.repeat(800));
    expect(text).not.toContain('…');
    expect(contextOf({ ...NOTHING, reports: [{ message: 'r', text: 'z'.repeat(496) }] })).toMatch(/z…$/);
  });

  it('is bounded whatever it is made of', () => {
    const long = 'y'.repeat(100_000);
    const four = [1, 2, 3, 4];
    const text = contextOf({
      ...NOTHING,
      snippets: four.map((number) => ({ key: `s${number}`, snippet: long })),
      reports: four.map((number) => ({ message: `r${number}`, text: long })),
    });
    const lines = text.split('\n').filter((line) => line.startsWith('- '));
    expect(lines.map(({ length }) => length)).toEqual([806, 806, 806, 500, 500, 500]);
    expect(contextOf({ ...NOTHING, files: [long] })).toHaveLength(16_000);
  });
});

describe('words that a message is related by', () => {
  it('are its first different ones of some length, any of which will do', () => {
    expect(relatedWords('Deploy or stop the app? Deploy to STAGING!')).toBe(
      'deploy or stop or the or app or to or staging',
    );
    expect(relatedWords('a? 😀 or')).toBe('');
    const many = Array.from({ length: 5_000 }, (_, at) => `word${at}`).join(' ');
    expect(relatedWords(many).split(' or ')).toHaveLength(32);
  });
});

describe('files that are shown (04 §11.3.4)', () => {
  const file = (mimeType: string, sizeBytes: number) => ({ mimeType, sizeBytes });

  it('are images that are small enough, smallest first, together too', () => {
    const files = [
      file('image/png', 3_700_000),
      file('image/jpeg', 3_600_000),
      file('image/gif', 3_500_000),
      file('image/webp', 10),
      file('image/png', 3_700_001),
      file('image/svg+xml', 10),
    ];
    expect(shownImages(files).map(({ sizeBytes }) => sizeBytes)).toEqual([10, 3_500_000, 3_600_000]);
  });

  it.each([
    ['an image of the size of one', [3_700_000], 1],
    ['a larger one', [3_700_001], 0],
    ['as many as make up the size of all', [3_085_760, 3_700_000, 3_700_000], 3],
    ['one byte more', [3_085_761, 3_700_000, 3_700_000], 2],
  ])('up to their limits: %s', (_what, sizes, shown) => {
    expect(shownImages(sizes.map((size) => file('image/png', size)))).toHaveLength(shown);
  });

  it.each([
    ['text/plain', true],
    ['text/csv', true],
    ['application/json', true],
    ['application/ld+json', true],
    ['image/svg+xml', true],
    ['application/xml', true],
    ['application/x-yaml', true],
    ['application/pdf', false],
    ['application/octet-stream', false],
  ])('or read: %s %s', (mimeType, expected) => {
    expect(isReadableText({ mimeType })).toBe(expected);
  });
});
