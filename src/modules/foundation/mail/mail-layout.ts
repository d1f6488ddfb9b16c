import { escapeMarkup } from '../../../kernel/http/markup.js';

/** A mail with one paragraph, one link and one closing remark, as plain text and as simple HTML. */
export interface MailContent {
  heading: string;
  paragraph: string;
  link: { label: string; url: string };
  remark: string;
}

export function renderMail(content: MailContent): { text: string; html: string } {
  return { text: renderText(content), html: renderHtml(content) };
}

function renderText({ heading, paragraph, link, remark }: MailContent): string {
  return [heading, '', paragraph, '', `${link.label}: ${link.url}`, '', remark, ''].join('\n');
}

function renderHtml({ heading, paragraph, link, remark }: MailContent): string {
  return [
    '<!doctype html><html><body style="font-family:sans-serif;line-height:1.5;max-width:36em">',
    `<h1 style="font-size:1.25em">${escapeMarkup(heading)}</h1>`,
    `<p>${escapeMarkup(paragraph)}</p>`,
    `<p><a href="${escapeMarkup(link.url)}">${escapeMarkup(link.label)}</a></p>`,
    `<p style="word-break:break-all">${escapeMarkup(link.url)}</p>`,
    `<p style="color:#555">${escapeMarkup(remark)}</p>`,
    '</body></html>',
  ].join('\n');
}
