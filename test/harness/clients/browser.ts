import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { WebSocket } from 'ws';
import { someAddress } from '../people/accounts.js';
import { until } from '../time/until.js';

/** Pages are slow to open where other tests share the cores. */
const PATIENCE_MS = 20_000;

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser installed here, or null: tests that need one are skipped then. */
export function installedBrowser(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = folders.flatMap((folder) => PROGRAMS.map((program) => join(folder, program)));
  return candidates.find((path) => existsSync(path)) ?? null;
}

export interface Browser {
  /** A page with cookies and an address of its own, as if another person had opened it. */
  open(): Promise<Page>;
  close(): Promise<void>;
}

/** A page as a person sees it: what is hidden is not found, and nothing waits for long. */
export interface Page {
  goto(url: string): Promise<void>;
  /** Address without origin. */
  address(): Promise<string>;
  /** Visible text. */
  text(): Promise<string>;
  see(text: string | RegExp): Promise<void>;
  /** Replaces what stands in the field with this label. */
  type(label: string, value: string): Promise<void>;
  choose(label: string, option: string): Promise<void>;
  /** A button or link by its text. */
  click(name: string): Promise<void>;
  evaluate<T>(expression: string): Promise<T>;
  /** Plays the site of this prefix, which is not reachable here: sends whoever is led there on to an address. */
  lead(prefix: string, on: (url: string) => string): Promise<void>;
  /** Everything the page tried to load, and what its console complained about. */
  readonly requests: string[];
  readonly complaints: string[];
  /** PNG of the whole page. */
  screenshot(options?: { width?: number; dark?: boolean }): Promise<Buffer>;
}

type Params = Record<string, unknown>;

/** The browser without a window, steered over its debugging protocol. */
export async function startBrowser(program: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'cg-browser-'));
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  const child = spawn(
    program,
    [...flags, '--no-first-run', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const connection = await Connection.to(await debuggingAddress(child));
  return {
    open: () => openPage(connection),
    close: async () => {
      connection.close();
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function debuggingAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => reject(new Error(`The browser ended: ${said}`)));
  });
}

class Connection {
  private last = 0;
  private readonly pending = new Map<number, { resolve(result: any): void; reject(error: Error): void }>();
  private readonly listeners = new Map<string, (method: string, params: any) => void>();

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.receive(JSON.parse(data.toString())));
  }

  static to(address: string): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address, { perMessageDeflate: false });
      socket.once('open', () => resolve(new Connection(socket))).once('error', reject);
    });
  }

  send(method: string, params: Params = {}, sessionId?: string): Promise<any> {
    const id = ++this.last;
    this.socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise((resolve, reject) => this.pending.set(id, { resolve, reject }));
  }

  listen(sessionId: string, listener: (method: string, params: any) => void): void {
    this.listeners.set(sessionId, listener);
  }

  close(): void {
    this.socket.terminate();
  }

  private receive(message: any): void {
    if (message.id === undefined) {
      this.listeners.get(message.sessionId)?.(message.method, message.params);
      return;
    }
    const waiting = this.pending.get(message.id);
    this.pending.delete(message.id);
    if (message.error) waiting?.reject(new Error(message.error.message));
    else waiting?.resolve(message.result);
  }
}

/** An answer that is no success is for the page to tell, and a hint of the browser is no complaint. */
function isComplaint({ source, level }: { source: string; level: string }): boolean {
  return source !== 'network' && ['warning', 'error'].includes(level);
}

/** In the page: the visible field of a label, the visible button or link of a text. */
const FINDERS = `
  const visible = (e) => e.checkVisibility();
  const plain = (e) => e.textContent.replace(/\\s+/g, ' ').trim();
  const field = (label) => [...document.querySelectorAll('label')].filter(visible)
    .find((l) => plain(l) === label || plain(l).startsWith(label + ' ('))?.control;
  const press = (name) => [...document.querySelectorAll('button, a')].filter(visible)
    .find((e) => plain(e) === name && !e.disabled);
`;

async function openPage(connection: Connection): Promise<Page> {
  const { browserContextId } = await connection.send('Target.createBrowserContext');
  const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
  const send = (method: string, params?: Params) => connection.send(method, params, sessionId);
  const requests: string[] = [];
  const complaints: string[] = [];
  let leadOn: (url: string) => string = () => 'about:blank';
  connection.listen(sessionId, (method, params) => {
    if (method === 'Fetch.requestPaused') {
      const location = { name: 'Location', value: leadOn(params.request.url) };
      const { requestId } = params;
      void send('Fetch.fulfillRequest', { requestId, responseCode: 302, responseHeaders: [location] });
    }
    if (method === 'Network.requestWillBeSent') requests.push(params.request.url);
    if (method === 'Log.entryAdded' && isComplaint(params.entry)) complaints.push(params.entry.text);
    if (method === 'Runtime.exceptionThrown') {
      const { exception, text } = params.exceptionDetails;
      complaints.push(exception?.description ?? text);
    }
  });
  for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await send(`${domain}.enable`);
  await send('Network.setExtraHTTPHeaders', { headers: { 'X-Forwarded-For': someAddress() } });

  const evaluate = async (expression: string): Promise<any> => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  // A page that is just being left cannot be asked; it is asked again.
  const ask = (body: string): Promise<any> =>
    evaluate(`(() => { ${FINDERS} ${body} })()`).catch(() => undefined);
  const act = async (what: string, body: string): Promise<void> => {
    await until(async () => (await ask(body)) === true, PATIENCE_MS).catch(async () => {
      throw new Error(`${what} was not possible on:\n${await text()}`);
    });
  };
  const text = async (): Promise<string> => (await ask('return document.body?.innerText')) ?? '';

  return {
    requests,
    complaints,
    evaluate,
    text,
    lead: async (prefix, on) => {
      leadOn = on;
      await send('Fetch.enable', { patterns: [{ urlPattern: `${prefix}*` }] });
    },
    goto: async (url) => {
      await send('Page.navigate', { url });
    },
    address: () => ask('return location.pathname + location.search'),
    see: async (wanted) => {
      const there = async () => {
        const shown = await text();
        return typeof wanted === 'string' ? shown.includes(wanted) : wanted.test(shown);
      };
      await until(there, PATIENCE_MS).catch(async () => {
        throw new Error(`${String(wanted)} is not to be seen in:\n${await text()}`);
      });
    },
    type: (label, value) =>
      act(
        `Typing into ${label}`,
        `const f = field(${JSON.stringify(label)}); if (!f) return false;
         f.focus(); f.value = ${JSON.stringify(value)}; f.dispatchEvent(new Event('input', { bubbles: true }));
         return true;`,
      ),
    choose: (label, option) =>
      act(
        `Choosing ${option}`,
        `const f = field(${JSON.stringify(label)});
         const o = f && [...f.options].find((o) => o.text === ${JSON.stringify(option)}); if (!o) return false;
         f.value = o.value; f.dispatchEvent(new Event('change', { bubbles: true })); return true;`,
      ),
    click: (name) =>
      act(
        `Clicking ${name}`,
        `const b = press(${JSON.stringify(name)}); if (!b) return false; b.click(); return true;`,
      ),
    screenshot: async ({ width = 900, dark = false } = {}) => {
      await send('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }],
      });
      await send('Emulation.setDeviceMetricsOverride', {
        width,
        height: 700,
        deviceScaleFactor: 1,
        mobile: width < 500,
      });
      const { data } = await send('Page.captureScreenshot', { captureBeyondViewport: true });
      return Buffer.from(data, 'base64');
    },
  };
}
