import type { ConsentFault } from './consent-callback.service.js';

/** Nothing may run in these pages, be loaded by them or frame them. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const FAULTS: Readonly<Record<ConsentFault, string>> = {
  cancelled: 'The app was not installed. The agent can be connected again at any time.',
  unknown: 'This link is not valid any more. Begin again from the page of the agent.',
  'other workspace':
    'The app was installed in another Slack workspace than the one of the organization. Begin again and choose that one.',
  refused: 'Slack did not let the app be installed. Begin again from the page of the agent.',
};

export function connectedPage(): string {
  return page('Connected', 'The agent is in Slack now. This page can be closed.');
}

export function faultPage(fault: ConsentFault): string {
  return page('Not connected', FAULTS[fault]);
}

function page(title: string, text: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    '<style>body{font-family:sans-serif;line-height:1.5;max-width:36em;margin:3em auto;padding:0 1em}</style>',
    `</head><body><h1>${title}</h1><p>${text}</p></body></html>\n`,
  ].join('\n');
}
