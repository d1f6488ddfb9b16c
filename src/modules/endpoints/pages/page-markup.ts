import { escapeMarkup } from '../../../kernel/http/markup.js';
import type { LinkSection } from './link-pages.js';

/** A whole document. Everything in it is written by us at boot; nothing of a request ever comes near it. */
export function documentOf(page: { title: string; script: string; main: string }): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeMarkup(page.title)} · Credential Gateway</title>
    <link rel="icon" type="image/svg+xml" href="/pages/mark.svg" />
    <link rel="stylesheet" href="/pages/pages.css" />
    <script type="module" src="/pages/${page.script}.js"></script>
  </head>
  <body>
    <header>
      <a href="/"><img src="/pages/mark.svg" alt="" width="28" height="28" />Credential Gateway</a>
    </header>
    <main>
      <noscript><p class="notice bad">This page needs JavaScript.</p></noscript>
${page.main}
    </main>
  </body>
</html>
`;
}

/** The content of a page that only says what its link is for. */
export function linkPageContent(sections: readonly LinkSection[]): string {
  return `<div class="card">\n${sections.map(sectionMarkup).join('\n')}\n</div>`;
}

function sectionMarkup({ when, heading, text, connectHere, paste, calls }: LinkSection): string {
  const parts = [
    `<h1>${fillable(heading)}</h1>`,
    `<p>${fillable(text)}</p>`,
    connectHere && `<p><a class="button" id="connect-here" hidden>${fillable(connectHere)}</a></p>`,
    paste && pasteMarkup(paste),
    listMarkup(paste ? 'Then, and beside it' : 'With the API', calls),
    '<p class="quiet">The <a href="/docs">API description</a> has every call with its fields.</p>',
  ];
  return `<section data-when="${escapeMarkup(when ?? '')}" hidden>\n${parts.filter(Boolean).join('\n')}\n</section>`;
}

/** Written by `assets/paste.js`. The key is named, not shown: pasted lines stay in the history of a shell. */
function pasteMarkup(paste: string): string {
  return `<h2>With the API</h2>
<pre class="paste" data-paste="${paste}"></pre>
<p class="quiet"><code>CG_KEY</code> is your API key; the <a href="/">home page</a> shows it.</p>`;
}

function listMarkup(heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const items = lines.map((line) => `<li><code>${fillable(line)}</code></li>`);
  return `<h2>${heading}</h2>\n<ul class="code">${items.join('')}</ul>`;
}

/** `{name}` becomes an element that the page may fill; it shows its name while it is not. */
function fillable(text: string): string {
  return escapeMarkup(text).replaceAll(/\{(\w+)\}/g, '<span data-fill="$1">{$1}</span>');
}
