/** Links between documents lead somewhere, headings included, and every page is found from the index. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = ['*.md', 'docs/**/*.md', 'src/**/README.md', 'cli/README.md', 'config/*.md'].flatMap(
  (pattern) => globSync(pattern, { cwd: ROOT }),
);
/** Parts of a page of their own, which that page lists. */
const LISTED_ELSEWHERE = /^docs\/(?:adr|agents|contract|runbooks|operations)\//;

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
const withoutCode = (text: string): string =>
  text.replace(/```[^]*?```/g, '').replace(/`[^`\n]*`/g, '`code`');

function linksOf(page: string): string[] {
  return [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** As the places that show these pages name them. */
function anchorsOf(page: string): string[] {
  const headings = [
    ...read(page)
      .replace(/```[^]*?```/g, '')
      .matchAll(/^#+ (.+)$/gm),
  ];
  return headings.map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function placeOf(page: string, link: string): [path: string, anchor: string | undefined] {
  const [target = '', anchor] = link.split('#');
  return [target === '' ? page : normalize(join(dirname(page), target)), anchor];
}

describe('the documents', () => {
  it('link to what is there', () => {
    const broken = PAGES.flatMap((page) =>
      linksOf(page).flatMap((link) => {
        const [path, anchor] = placeOf(page, link);
        if (!existsSync(join(ROOT, path))) return [`${page}: ${link}`];
        const isPage = anchor !== undefined && path.endsWith('.md');
        return isPage && !anchorsOf(path).includes(anchor) ? [`${page}: ${link}`] : [];
      }),
    );
    expect(PAGES.length).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  });

  it('are all found from the index, and each part from its page', () => {
    const reached = (page: string): string[] => linksOf(page).map((link) => placeOf(page, link)[0]);
    const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
    const fromIndex = reached('docs/README.md');
    expect(pages.filter((page) => !LISTED_ELSEWHERE.test(page) && !fromIndex.includes(page))).toEqual([]);
    const parts = pages.filter((page) => page.startsWith('docs/operations/'));
    expect(parts.length).toBeGreaterThan(4);
    expect(parts.filter((page) => !reached('docs/operations.md').includes(page))).toEqual([]);
  });
});
