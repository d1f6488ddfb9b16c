import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unknownRoute } from '../../../kernel/http/server/error.filter.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import { appForms } from './app-forms.js';
import { ALWAYS_HERE, FLOW_PAGES, NAMING_THEMSELVES, SIGN_IN_PAGES } from './built-in-pages.js';
import { LINK_PAGES } from './link-pages.js';
import { type PageAsset, readAssets, readContent } from './page-assets.js';
import { documentOf, linkPageContent } from './page-markup.js';

/**
 * People type passwords here: only our own files run, nothing is sent elsewhere, nobody frames it, and a form
 * whose script did not load goes nowhere.
 */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

/** The built-in pages of 01 §25. Each is one text, made at boot; what a request says is read by its script. */
@Injectable()
export class PagesService {
  private readonly documents: ReadonlyMap<string, string> = new Map([...flowDocuments(), ...linkDocuments()]);
  private readonly assets: ReadonlyMap<string, PageAsset>;

  constructor(
    private readonly urls: PublicUrls,
    catalog: AppCatalog,
  ) {
    const forms = { type: 'application/json; charset=utf-8', body: appForms(catalog.all) };
    this.assets = readAssets().set('app-forms.json', forms);
  }

  /** The page of the matched route; where an external dashboard is configured, the way to the same link there. */
  answer(request: FastifyRequest, reply: FastifyReply): void {
    const { url = '' } = request.routeOptions;
    if (!ALWAYS_HERE.has(url) && !this.urls.servesDashboard(request)) return this.lead(request, reply);
    void reply.headers(PAGE_HEADERS);
    if (NAMING_THEMSELVES.has(url)) void reply.header('referrer-policy', 'same-origin');
    void reply.send(this.documents.get(url));
  }

  /** A file that pages load. */
  asset(name: string, request: FastifyRequest): PageAsset {
    const asset = this.assets.get(name);
    if (asset === undefined) throw unknownRoute(request);
    return asset;
  }

  /** Parsed, because a request line may name another host in front of its path. */
  private lead(request: FastifyRequest, reply: FastifyReply): void {
    const { pathname, search } = new URL(request.url, 'http://any.invalid');
    void reply
      .code(302)
      .headers({ location: this.urls.dashboard() + pathname + search, 'referrer-policy': 'no-referrer' })
      .send();
  }
}

function flowDocuments(): [string, string][] {
  return [...SIGN_IN_PAGES, ...FLOW_PAGES].map(({ name, title, path }) => [
    path,
    documentOf({ title, script: name, main: readContent(name) }),
  ]);
}

function linkDocuments(): [string, string][] {
  return LINK_PAGES.flatMap(({ title, paths, sections }) => {
    const document = documentOf({ title, script: 'link', main: linkPageContent(sections) });
    return paths.map((path): [string, string] => [path, document]);
  });
}
