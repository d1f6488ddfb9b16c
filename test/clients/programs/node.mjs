/**
 * The same errand with each way of Node to ask: `node.mjs <fetch|http|undici|axios|ws|openai|anthropic>`. `BASE` is the
 * service, or the gateway's path to it; `TOKEN` is set where the agent says it in a field. Prints one JSON line.
 */
import { createRequire } from 'node:module';
import https from 'node:https';
import http from 'node:http';
import { pathToFileURL } from 'node:url';

const { BASE, TOKEN, PACKAGES } = process.env;
const headers = TOKEN ? { 'x-agent-token': TOKEN } : {};
const body = Buffer.alloc(1_000_000, 'z');
const local = createRequire(`${PACKAGES}/`);
const load = (name) => import(pathToFileURL(local.resolve(name)));
const proxy = process.env.HTTPS_PROXY;
const secure = BASE.startsWith('https:');

async function throughFetch(ask = fetch) {
  const send = async (path, options) => {
    const answer = await ask(`${BASE}${path}`, { headers, ...options });
    return { status: answer.status, text: await answer.text() };
  };
  return errand(
    (path) => send(path),
    (path) => send(path, { method: 'POST', body }),
  );
}

function throughHttp() {
  const { Agent, request } = secure ? https : http;
  const agent = new Agent({ keepAlive: true, proxyEnv: process.env });
  const send = (path, method) =>
    new Promise((resolve, reject) => {
      const outgoing = request(`${BASE}${path}`, { method, agent, headers }, async (answer) => {
        let text = '';
        for await (const part of answer.setEncoding('utf8')) text += part;
        resolve({ status: answer.statusCode, text });
      });
      outgoing.on('error', reject).end(method === 'POST' ? body : undefined);
    });
  return errand(
    (path) => send(path, 'GET'),
    (path) => send(path, 'POST'),
  );
}

async function throughUndici() {
  const { fetch: ask, ProxyAgent, Agent } = await load('undici');
  const dispatcher = proxy ? new ProxyAgent(proxy) : new Agent();
  return throughFetch((url, options) => ask(url, { ...options, dispatcher }));
}

async function throughAxios() {
  const { default: axios } = await load('axios');
  const client = axios.create({ baseURL: BASE, headers, validateStatus: () => true, responseType: 'text' });
  const send = async (answering) => {
    const { status, data } = await answering;
    return { status, text: data };
  };
  return errand(
    (path) => send(client.get(path)),
    (path) => send(client.post(path, body)),
  );
}

async function throughWebSocket() {
  const { default: WebSocket } = await load('ws');
  const agent = secure ? new https.Agent({ proxyEnv: process.env }) : undefined;
  const socket = new WebSocket(`${BASE.replace(/^http/, 'ws')}/socket`, { agent, headers });
  return new Promise((resolve, reject) => {
    const said = [];
    socket.on('error', reject);
    socket.on('open', () => ['one', 'two', body.toString()].forEach((text) => socket.send(text)));
    socket.on('message', (data) => {
      said.push(data.length);
      if (said.length === 3) socket.close(1000, 'enough');
    });
    socket.on('close', (code) => resolve({ code, said }));
  });
}

async function throughOpenAI() {
  const { default: OpenAI } = await load('openai');
  const client = new OpenAI({ apiKey: TOKEN ?? 'placeholder', baseURL: `${BASE}/v1`, maxRetries: 0 });
  const messages = [{ role: 'user', content: 'hello' }];
  const stream = await client.chat.completions.create({ model: 'stand-in', messages, stream: true });
  const parts = [];
  for await (const { choices } of stream) parts.push(choices[0]?.delta?.content ?? '');
  return { text: parts.join('') };
}

async function throughAnthropic() {
  const { default: Anthropic } = await load('@anthropic-ai/sdk');
  const client = new Anthropic({ apiKey: TOKEN ?? 'placeholder', baseURL: BASE, maxRetries: 0 });
  const stream = client.messages.stream({
    model: 'stand-in',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'hello' }],
  });
  return { text: await stream.finalText() };
}

async function errand(get, post) {
  const first = await get('/hello');
  const echo = await post('/echo');
  const blocked = await get('/blocked');
  return { hello: first.text, echo: echo.text.length, blocked: blocked.status, reason: blocked.text };
}

const WAYS = {
  fetch: throughFetch,
  http: throughHttp,
  undici: throughUndici,
  axios: throughAxios,
  ws: throughWebSocket,
  openai: throughOpenAI,
  anthropic: throughAnthropic,
};
console.log(JSON.stringify(await WAYS[process.argv[2]]()));
process.exit();
