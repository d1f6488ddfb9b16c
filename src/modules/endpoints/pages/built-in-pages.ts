import { type LinkPage, LINK_PAGES } from './link-pages.js';

/** A page with a script of its own; its content is `assets/contents/<name>.html`, its script `assets/<name>.js`. */
export interface FlowPage {
  name: string;
  title: string;
  path: string;
  /** Answered here also where a dashboard is elsewhere: it needs a cookie of this origin. */
  always?: true;
  /** It goes on to an address of ours that asks where a browser comes from (R54). */
  namesItself?: true;
}

/** Under `/auth`, self-hosted only: on Cloud people sign in at the operator's identity provider (01 §11). */
export const SIGN_IN_PAGES: readonly FlowPage[] = [
  { name: 'login', title: 'Sign in', path: '/auth/login' },
  { name: 'signup', title: 'Create an account', path: '/auth/signup' },
  { name: 'reset-password', title: 'Reset your password', path: '/auth/reset-password' },
  { name: 'sso-confirm', title: 'Confirm your account', path: '/auth/sso-confirm', always: true },
  { name: 'device-login', title: 'Connect a command line', path: '/auth/cli' },
];

/** The other flows that cannot end without a page (R21), and the place they lead back to. */
export const FLOW_PAGES: readonly FlowPage[] = [
  { name: 'home', title: 'Home', path: '/' },
  { name: 'join', title: 'Join an organization', path: '/join' },
  { name: 'claim', title: 'Claim an organization', path: '/claim' },
  { name: 'app-connect', title: 'Connect an app', path: '/app-connect/:provider', namesItself: true },
];

export const ALWAYS_HERE: ReadonlySet<string> = new Set(
  SIGN_IN_PAGES.filter(({ always }) => always === true).map(({ path }) => path),
);
export const NAMING_THEMSELVES: ReadonlySet<string> = new Set(
  FLOW_PAGES.filter(({ namesItself }) => namesItself === true).map(({ path }) => path),
);
export const SIGN_IN_PATHS = SIGN_IN_PAGES.map(({ path }) => path);
export const OTHER_PATHS = [...FLOW_PAGES, ...LINK_PAGES].flatMap(pathsOf);

function pathsOf(page: FlowPage | LinkPage): string[] {
  return 'path' in page ? [page.path] : [...page.paths];
}
