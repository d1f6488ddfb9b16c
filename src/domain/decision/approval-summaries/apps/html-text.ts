const LINK = /\b(?:href|src|action|background|formaction) ?= ?(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi;
/** The values of attributes, as HTML has them. */
const VALUES = /= ?(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+)/g;

/** What a person reads in HTML, where its links lead, and how much of it is neither. Only to be read, never rendered. */
export interface HtmlText {
  readonly text: string;
  readonly links: readonly string[];
  /** Characters of markup that are in neither. */
  readonly markup: number;
  /** Quotes in a tag end elsewhere for somebody, so that links in it are not known. */
  readonly unsure: boolean;
}

/** One pass; a tag that never ends counts as text. */
export function htmlText(html: string): HtmlText {
  const out: string[] = [];
  const links: string[] = [];
  let markup = 0;
  let unsure = false;
  let from = 0;
  while (from < html.length) {
    const open = html.indexOf('<', from);
    const close = open < 0 ? -1 : html.indexOf('>', open);
    if (close < 0) break;
    out.push(html.slice(from, open));
    const tag = html.slice(open, close + 1).replace(/\s+/g, ' ');
    unsure ||= /["'`]/.test(tag.replace(VALUES, ''));
    for (const [, double, single, bare] of tag.matchAll(LINK)) links.push(double ?? single ?? bare ?? '');
    markup += close + 1 - open;
    from = close + 1;
  }
  out.push(html.slice(from));
  return { text: out.join(''), links: links.filter((link) => link !== ''), markup, unsure };
}
