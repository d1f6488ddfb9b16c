/** What the built-in pages share: calls to this server, the states of a page, the ways between pages. */

/** An answer that is not a success, or none at all. `type` is the envelope's, null for other shapes. */
export class Refusal extends Error {
  constructor(status, body) {
    super(textOf(body) ?? `The server answered with status ${status}.`);
    this.status = status;
    this.type = body?.error?.type ?? null;
    this.code = body?.code ?? body?.error?.code ?? null;
  }
}

/** The three error shapes of the API: flat, envelope, and that of `/auth`. */
function textOf(body) {
  const text = typeof body?.error === 'string' ? body.error : (body?.error?.message ?? body?.message);
  return typeof text === 'string' ? text : null;
}

/** The parsed answer of a call to this server. @throws Refusal */
export async function call(method, path, { body, headers = {} } = {}) {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(path, {
    method,
    headers: { ...json, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: 'no-store',
  }).catch(() => null);
  if (answer === null) throw new Refusal(0, { error: 'The server could not be reached. Please try again.' });
  const data = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(answer.status, data);
  return data;
}

const query = new URLSearchParams(location.search);

/** The value of a query parameter; null when it is missing, blank or given more than once. */
export function parameter(name) {
  const values = query.getAll(name);
  return values.length === 1 && values[0].trim() !== '' ? values[0] : null;
}

/** Calls of the API, by their names of today and of before. What is encoded may be read as one. */
const NO_PAGE = /^\/(?:v1|api)(?:\/|$)|[%;]/i;

/**
 * Where to go afterwards: a page of this server, whatever the address says (no open redirect). Nothing of the API: what
 * a page of this server leads to counts as a person's choice (R54).
 */
export function nextPath() {
  const wanted = parameter('next') ?? '/';
  if (!/^\/(?![/\\])/.test(wanted) || !URL.canParse(wanted, location.origin)) return '/';
  const url = new URL(wanted, location.origin);
  const leaves =
    url.origin !== location.origin || url.pathname.startsWith('//') || NO_PAGE.test(url.pathname);
  return leaves ? '/' : url.pathname + url.search + url.hash;
}

/** An address of a page with parameters; those that are null are left out. */
export function addressOf(path, parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  const text = new URLSearchParams(given).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The sign-in page that leads back here. */
export function signInAddress() {
  return addressOf('/auth/login', { next: location.pathname + location.search });
}

/**
 * Who is signed in, or null. The call gives new people their organization; whoever is about to join or to claim
 * one gets none of their own (01 §12).
 */
export async function signedIn(path = location.pathname) {
  const flags = { '/join': '?fromInvitation=1', '/claim': '?fromInvitation=1&fromClaim=1' };
  try {
    return await call('GET', `/v1/auth/session${flags[path] ?? ''}`);
  } catch (error) {
    if (error.status === 401 && error.code === null) return null;
    throw error;
  }
}

/** After signing in: makes what a new person needs, then goes on. */
export async function goOn(next = nextPath()) {
  await signedIn(new URL(next, location.origin).pathname);
  location.replace(next);
}

export async function signOut() {
  await call('POST', '/auth/sign-out');
}

export const instance = () => call('GET', '/v1/instance/bootstrap');

/** Whether organizations of this server can have an identity provider; no where that cannot be told. */
export async function offersSingleSignOn() {
  const facts = await call('GET', '/v1/instance').catch(() => null);
  return facts?.entitled === true;
}

/** Pages can sign nobody in where people sign in elsewhere, as on Cloud. */
export function hasSignIn({ signIn }) {
  return signIn.password || signIn.google;
}

export const element = (id) => document.getElementById(id);

/** Puts one of the page's states in front; the others are hidden. */
export function show(state) {
  for (const part of document.querySelectorAll('[data-state]')) part.hidden = part.dataset.state !== state;
  const shown = document.querySelector(`[data-state="${state}"]`);
  const first = shown?.querySelector('[data-first]') ?? shown?.querySelector('h1');
  if (first?.tagName === 'H1') first.tabIndex = -1;
  first?.focus();
}

/** Fills places of the page with text, never with markup. */
export function fill(values) {
  for (const [name, value] of Object.entries(values)) {
    for (const place of document.querySelectorAll(`[data-fill="${name}"]`)) place.textContent = value;
  }
}

export function say(text, kind = 'bad') {
  const notice = element('notice');
  notice.textContent = text;
  notice.className = `notice ${kind}`;
  notice.hidden = text === '';
}

/** Runs what a page does at its start or at a click; a refusal is shown in its words, a fault in general ones. */
export async function attempt(work) {
  try {
    await work();
  } catch (error) {
    document.querySelector('[data-state="loading"]').hidden = true;
    const refused = error instanceof Refusal;
    say(refused ? error.message : 'Something went wrong on this page. Please try again.');
    if (!refused) throw error;
  }
}

/** What a form sends, by name; its button waits until that is done. */
export function onSubmit(form, work) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = form.querySelector('button[type="submit"]');
    if (button.disabled) return;
    button.disabled = true;
    say('');
    void attempt(() => work(Object.fromEntries(new FormData(form)))).finally(() => {
      button.disabled = false;
    });
  });
}

export function onClick(id, work) {
  const button = element(id);
  button.addEventListener('click', () => {
    button.disabled = true;
    say('');
    void attempt(work).finally(() => {
      button.disabled = false;
    });
  });
}
