/**
 * A page whose one form the browser posts by itself: a request to an identity provider that takes no other, or an
 * answer of one, sent once more from our own origin (05 §8.6 rules 4 and 6).
 */
import { randomBytes } from 'node:crypto';
import { escapeMarkup } from '../../../../kernel/http/markup.js';

export interface PostingPage {
  html: string;
  headers: Readonly<Record<string, string>>;
}

export interface PostedForm {
  action: string;
  fields: Readonly<Record<string, string>>;
  /** Where the form may lead, redirects included, which browsers judge as well; null for anywhere. */
  leadsTo: readonly string[] | null;
}

const NONCE_BYTES = 16;

export function postingPage({ action, fields, leadsTo }: PostedForm): PostingPage {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const inputs = Object.entries(fields)
    .map(
      ([name, value]) => `<input type="hidden" name="${escapeMarkup(name)}" value="${escapeMarkup(value)}">`,
    )
    .join('');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    ...(leadsTo === null ? [] : [`form-action ${leadsTo.join(' ')}`]),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    html:
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>One moment</title>' +
      `<form method="post" action="${escapeMarkup(action)}">${inputs}` +
      '<noscript><p>Please continue.</p><button type="submit">Continue</button></noscript></form>' +
      `<script nonce="${nonce}">document.forms[0].submit();</script></html>`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  };
}
