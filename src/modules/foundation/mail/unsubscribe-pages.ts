import type { FastifyReply } from 'fastify';

/** Nothing may run in these pages, be loaded by them or frame them; the form posts to where it came from. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const CONFIRM = page(
  'Unsubscribe',
  `<p>Do you want to receive no more invitations from this server? Mails to reset a password still arrive.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
);

const DONE = page('Unsubscribed', `<p>This address receives no more invitations from this server.</p>`);

/** The form has no action, so that it posts to the page's own address, token included. */
export function sendConfirmPage(reply: FastifyReply): string {
  return send(reply, CONFIRM);
}

/** Shown for every token: whether one was genuine is nobody's business. */
export function sendDonePage(reply: FastifyReply): string {
  return send(reply, DONE);
}

function send(reply: FastifyReply, html: string): string {
  void reply.headers(HEADERS);
  return html;
}

function page(title: string, body: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    '<style>body{font-family:sans-serif;line-height:1.5;max-width:36em;margin:3em auto;padding:0 1em}</style>',
    `</head><body><h1>${title}</h1>`,
    body,
    '</body></html>\n',
  ].join('\n');
}
