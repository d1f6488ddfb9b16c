const LINK =
  /\b(?:href|src|action|background|formaction)\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi;

/** What a person reads in HTML, where its links lead, and how much of it is neither. Only to be read, never rendered. */
export interface HtmlText {
  readonly text: string;
  readonly links: readonly string[];
  /** Characters of markup that are in neither. */
  readonly markup: number;
}

/** One pass; a tag that never ends counts as text. */
export function htmlText(html: string): HtmlText {
  const out: string[] = [];
  const links: string[] = [];
  let markup = 0;
  let from = 0;
  while (from < html.length) {
    const open = html.indexOf('<', from);
    const close = open < 0 ? -1 : html.indexOf('>', open);
    if (close < 0) break;
    out.push(html.slice(from, open));
    const tag = html.slice(open, close + 1);
    for (const [, double, single, bare] of tag.matchAll(LINK)) links.push(double ?? single ?? bare ?? '');
    markup += tag.length;
    from = close + 1;
  }
  out.push(html.slice(from));
  return { text: out.join(''), links: links.filter((link) => link !== ''), markup };
}
