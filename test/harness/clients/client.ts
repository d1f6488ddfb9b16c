import { Agent, request } from 'undici';

/** A tiny HTTP client: nothing is followed, retried or added beyond what the test says. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The parsed JSON body; undefined when the body is not JSON. */
  body: any;
  text: string;
  /** `name=value` of every cookie set, ready to be sent back; what tells browsers apart stands in `device`. */
  cookies: string[];
  /** The cookie of a browser that was let into an account (01 §21.6); empty for none. */
  device: string;
}

type Headers = Record<string, string>;

const DEVICE = 'cg_device=';

const agent = new Agent({ keepAliveTimeout: 1_000, connections: 64 });

export class ApiClient {
  constructor(
    private readonly origin: string,
    private readonly headers: Headers = {},
  ) {}

  /** A session (`name=value`) goes into Cookie, anything else into `Authorization: Bearer`. */
  as(credential: string): ApiClient {
    const isCookie = credential.includes('=');
    return this.with(isCookie ? { cookie: credential } : { authorization: `Bearer ${credential}` });
  }

  /** Names the workspace for a credential that does not carry one. */
  inWorkspace(workspaceId: string): ApiClient {
    return this.with({ 'x-workspace-id': workspaceId });
  }

  with(headers: Headers): ApiClient {
    return new ApiClient(this.origin, { ...this.headers, ...headers });
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.send('POST', path, body);
  }

  put(path: string, body?: unknown): Promise<Answer> {
    return this.send('PUT', path, body);
  }

  patch(path: string, body?: unknown): Promise<Answer> {
    return this.send('PATCH', path, body);
  }

  delete(path: string, body?: unknown): Promise<Answer> {
    return this.send('DELETE', path, body);
  }

  /** `body`: a string or Buffer is sent as it is, anything else as JSON. */
  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const raw = typeof body === 'string' || Buffer.isBuffer(body);
    const json: Headers = body === undefined || raw ? {} : { 'content-type': 'application/json' };
    const answer = await request(this.origin + path, {
      method: method,
      headers: { ...json, ...this.headers },
      body: raw || body === undefined ? body : JSON.stringify(body),
      dispatcher: agent,
    });
    const text = await answer.body.text();
    const set = [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0] ?? '');
    const device = set.find((cookie) => cookie.startsWith(DEVICE)) ?? '';
    const cookies = set.filter((cookie) => !cookie.startsWith(DEVICE));
    return { status: answer.statusCode, headers: answer.headers, body: parse(text), text, cookies, device };
  }
}

/** A client of the management origin. */
export function api(server: { apiUrl: string }): ApiClient {
  return new ApiClient(server.apiUrl);
}

/** A client of the gateway's own endpoints. */
export function gateway(server: { gatewayUrl: string }): ApiClient {
  return new ApiClient(server.gatewayUrl);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
