import { baseUrl, browserOrigin, commaList, flag, text, url } from '../kinds/kinds.js';
import { LOOPBACK, trustedProxies } from '../kinds/network-kinds.js';
import { setting } from '../kinds/setting.js';

export const DEFAULT_API_URL = 'http://localhost:10254';

export const browserSection = {
  API_URL: setting({
    kind: baseUrl,
    fallback: null,
    shownDefault: `\`${DEFAULT_API_URL}\``,
    description: 'Public URL of the management origin: redirect URIs, cookie domain, CORS.',
  }),
  APP_URL: setting({
    kind: baseUrl,
    fallback: null,
    shownDefault: '= `API_URL`',
    description:
      'Public URL of an external dashboard: links, cookie domain, CORS. Unset: this server uses its ' +
      'built-in pages.',
  }),
  CORS_ALLOWED_ORIGINS: setting({
    kind: commaList(browserOrigin),
    fallback: [],
    description: 'Further browser origins that may call the API with credentials.',
  }),
  TRUST_PROXY: setting({
    kind: trustedProxies,
    fallback: [...LOOPBACK],
    shownDefault: '`loopback`',
    description:
      'Proxies whose `X-Forwarded-*` headers are trusted. List only the proxies in front of this server. ' +
      '`private` stands for all private networks.',
  }),
  FAVICON_PROXY: setting({
    kind: flag,
    fallback: true,
    description:
      'Whether `GET /v1/favicon` fetches icons of sites for dashboards. Off: it answers 404 and fetches ' +
      'nothing.',
  }),
  SMTP_URL: setting({
    kind: url('smtp', 'smtps'),
    fallback: null,
    secret: true,
    description: 'Mail server. Mail is sent only if `MAIL_FROM` is set too.',
  }),
  MAIL_FROM: setting({
    kind: text({ max: 320 }),
    fallback: null,
    description: 'Sender of mails, such as `Credential Gateway <gateway@example.com>`.',
  }),
  UNSUBSCRIBE_TOKEN_SECRET: setting({
    kind: text({ min: 32 }),
    fallback: null,
    secret: true,
    shownDefault: 'derived from `SECRET_ENCRYPTION_KEY`',
    description: 'Signs the unsubscribe links in mails. A new value invalidates the links of earlier mails.',
  }),
};
