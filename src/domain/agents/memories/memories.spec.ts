import { describe, expect, it } from '@jest/globals';
import { indexLine, candidates, snippetOf } from './snippet.js';
import { fitsRunners, memoryFile } from './memory-file.js';
import { readMemoryQuery } from './memory-query.js';
import { searchText } from './words.js';

describe('the words of a text', () => {
  it.each([
    ['Deploy_notes: <b>see</b> https://a.example/x?y=1', 'deploy notes b see b https a example x y 1'],
    ['Straße CAFE\u0301 Ünïcode हिन्दी', 'straße caf\u00e9 ünïcode हिन्दी'],
    ['a'.repeat(100), 'a'.repeat(64)],
    ['*** !!! \u0000 \ud800', ''],
    ['x\u0000y', 'x y'],
  ])('of %j', (text, expected) => {
    expect(searchText(text)).toBe(expected);
  });

  it('are cut without halving a character', () => {
    expect(searchText('𝒳'.repeat(40)).isWellFormed()).toBe(true);
    expect(searchText(`a${'𝒳'.repeat(40)}`).isWellFormed()).toBe(true);
  });
});

describe('a query', () => {
  it.each([
    ['deploy notes', 'deploy notes', 'deploy or notes'],
    ['"release plan" -draft', '"release plan" -draft', 'release or plan'],
    ['deploy-notes a.b', '"deploy notes" "a b"', 'deploy or notes or a or b'],
    ['-foo-bar x', '-"foo bar" x', 'x'],
    ['cats OR dogs', 'cats or dogs', 'cats or dogs'],
    ['"never closed', '"never closed"', 'never or closed'],
    [`'); DROP & | ! <-> :* ( "" --`, 'drop', 'drop'],
    ['!!! \u0001', '', ''],
  ])('%j', (text, match, rank) => {
    expect(readMemoryQuery(text)).toMatchObject({ match, rank });
  });
});

const counted = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `w${from + at}`).join(' ');

describe('a snippet', () => {
  it('shows two fragments of thirty words, with matches marked', () => {
    const text = `${counted(0, 50)} needle ${counted(50, 100)} needle ${counted(100, 150)} needle`;
    expect(snippetOf(text, new Set(['needle']))).toBe(
      `${counted(46, 50)} **needle** ${counted(50, 75)} … ${counted(96, 100)} **needle** ${counted(100, 125)}`,
    );
  });

  it('goes back from a match at the end', () => {
    expect(snippetOf(`${counted(0, 50)} needle`, new Set(['needle']))).toBe(`${counted(43, 50)} **needle**`);
    expect(snippetOf('Needle', new Set(['needle']))).toBe('**Needle**');
  });

  it('has its second fragment right behind the first, where that is where the match is', () => {
    const text = `needle ${counted(1, 30)} needle ${counted(31, 45)}`;
    expect(snippetOf(text, new Set(['needle']))).toBe(
      `**needle** ${counted(1, 30)} … **needle** ${counted(31, 45)}`,
    );
  });

  it.each([
    ['a word as it is', 'x'.repeat(64), 'x'.repeat(64)],
    ['a longer one cut', 'x'.repeat(65), `${'x'.repeat(64)}…`],
    ['what stands between words as it is', `a${'-'.repeat(20)}b`, `a${'-'.repeat(20)}b`],
    ['more of that left out', `a${'-'.repeat(21)}b`, 'a … b'],
  ])('shows %s', (_what, text, shown) => {
    expect(snippetOf(text, new Set())).toBe(shown);
  });

  it('begins where the text does when nothing in it matches', () => {
    expect(snippetOf(`# Title\n\n${counted(0, 50)}`, new Set())).toBe(`Title ${counted(0, 29)}`);
    expect(snippetOf('***', new Set())).toBe('');
  });

  it('lets no text forge a mark', () => {
    const text = `**forged** *one* a*b __needle__ ***needle*** \\*\\*x ${'*'.repeat(50)} end`;
    const shown = snippetOf(text, new Set(['needle']));
    expect(shown).toBe('forged one ab __**needle**__ **needle** \\\\x … end');
    expect(shown.match(/\*\*needle\*\*/g)).toHaveLength(2);
  });

  it('is short whatever stands between the words', () => {
    const nasty = [
      `${'<'.repeat(50_000)} needle ${'\n'.repeat(40_000)} end`,
      `needle${'é'.repeat(90_000)} needle`,
    ];
    for (const text of nasty) expect(snippetOf(text, new Set(['needle'])).length).toBeLessThan(200);
  });

  it('asks about few words, and only about those that can be forms of what is wanted', () => {
    expect(candidates('Deploying deployments, then Delivery and notes. Deploying!', ['deploy'])).toEqual([
      'deploying',
      'deployments',
      'delivery',
    ]);
    expect(candidates(counted(0, 20_000), ['w'])).toHaveLength(2_000);
    expect(candidates('anything', [])).toEqual([]);
  });
});

describe('the line of a memory in the index', () => {
  it.each([
    [{ title: 'T', description: 'D', content: 'C' }, 'D'],
    [{ title: 'T', description: null, content: 'C' }, 'T'],
    [{ title: null, description: null, content: '\n \n  # First line \nsecond' }, '# First line'],
    [{ title: null, description: null, content: 'a\t b' }, 'a b'],
    [{ title: null, description: null, content: 'a\rb' }, 'a'],
    [{ title: null, description: null, content: ' \n' }, ''],
  ])('of %j', (memory, expected) => {
    expect(indexLine(memory)).toBe(expected);
  });

  it('is 160 characters at most, the ellipsis included', () => {
    const line = indexLine({ title: null, description: '𝒳'.repeat(150), content: '' });
    expect(line).toBe(`${'𝒳'.repeat(79)}…`);
    expect(indexLine({ title: 'x'.repeat(160), description: null, content: '' })).toBe('x'.repeat(160));
  });
});

describe('what runners can carry', () => {
  const document = { key: 'k', title: null, description: null };

  it('is Markdown under front matter', () => {
    expect(memoryFile({ key: 'a-b', title: 'Say: "x"', description: null, content: 'Text' })).toEqual({
      path: 'memories/a-b.md',
      content: '---\nkey: "a-b"\ntitle: "Say: \\"x\\""\n---\n\nText\n',
    });
  });

  it('is as much as either of its two forms may have, to the byte', () => {
    const bytes = (value: object): number => Buffer.byteLength(JSON.stringify(value));
    const empty = { ...document, content: '' };
    const text = 'a'.repeat(150_000 - bytes({ content: '', title: null, description: null }));
    expect(fitsRunners({ ...empty, content: text })).toBe(true);
    expect(fitsRunners({ ...empty, content: `${text}a` })).toBe(false);
    // A quote in a title is escaped twice in the file and once on the way back.
    const quoted = { ...empty, title: '"'.repeat(40_000) };
    const rest = 'a'.repeat(200_000 - bytes(memoryFile(quoted)));
    expect(fitsRunners({ ...quoted, content: rest })).toBe(true);
    expect(fitsRunners({ ...quoted, content: `${rest}a` })).toBe(false);
  });

  it('is counted in bytes of JSON, as it is escaped', () => {
    expect(fitsRunners({ ...document, content: 'a'.repeat(100_000) })).toBe(true);
    expect(fitsRunners({ ...document, content: 'é'.repeat(74_900) })).toBe(true);
    expect(fitsRunners({ ...document, content: 'é'.repeat(75_000) })).toBe(false);
    expect(fitsRunners({ ...document, content: '\n'.repeat(75_000) })).toBe(false);
    expect(fitsRunners({ ...document, content: '\u0001'.repeat(25_000) })).toBe(false);
    expect(fitsRunners({ ...document, description: 'é'.repeat(300), content: 'é'.repeat(74_900) })).toBe(
      false,
    );
  });
});
