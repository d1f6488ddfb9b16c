/**
 * Calls of the API, ready to be pasted into a shell. What an address says may come from an agent that somebody steers:
 * it stands as JSON inside a quoted here-document, where a shell reads nothing, and whatever is not plainly visible is
 * escaped.
 */
import { parameter } from './common.js';

const HOST = /^(?=.{1,253}$)[a-z0-9*]([a-z0-9.*-]*[a-z0-9])?$/i;
const HEADER = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/;
const PARAM = /^[A-Za-z0-9_.~-]{1,128}$/;
const PATH = /^\/[\x21-\x7e]{0,999}$/;
const MAX_TEXT = 255;
const AGENT = /^[a-z0-9][a-z0-9-]{0,49}$/;
const HIDDEN = /[^\P{C}\n]|\p{Zl}|\p{Zp}/gu;

const named = (name, form) => {
  const value = parameter(name)?.trim() ?? null;
  return value !== null && form.test(value) ? value : null;
};
const text = (name) => {
  const cut = parameter(name)?.trim().slice(0, MAX_TEXT) ?? null;
  // A cut through a character outside the basic plane leaves half of it.
  return cut === null || cut.isWellFormed() ? cut : cut.slice(0, -1);
};
const format = (name) => (text(name)?.includes('{value}') ? text(name) : null);

const escaped = (json) =>
  json.replaceAll(HIDDEN, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

/** How the secret goes into a request, as the agent put it into the link; a bearer token where it said nothing. */
function injectionConfig() {
  const paramName = named('param', PARAM);
  if (paramName !== null) {
    const paramFormat = format('paramFormat') ?? format('format');
    return paramFormat === null ? { paramName } : { paramName, paramFormat };
  }
  const headerName = named('header', HEADER);
  const valueFormat = format('format');
  if (headerName === null)
    return { headerName: 'Authorization', valueFormat: valueFormat ?? 'Bearer {value}' };
  return valueFormat === null ? { headerName } : { headerName, valueFormat };
}

function storeSecret() {
  const hostPattern = named('host', HOST) ?? named('request', HOST) ?? 'api.example.com';
  const pathPattern = named('path', PATH);
  return {
    call: 'POST /v1/secrets',
    body: {
      name: text('name') ?? text('request_name') ?? hostPattern,
      type: 'generic',
      value: 'PUT-THE-VALUE-HERE',
      hostPattern,
      ...(pathPattern !== null && { pathPattern }),
      injectionConfig: injectionConfig(),
    },
  };
}

const LLM_KEYS = {
  anthropic: { name: 'Anthropic', type: 'anthropic', hostPattern: 'api.anthropic.com' },
  openai: { name: 'OpenAI', type: 'openai', hostPattern: 'api.openai.com' },
};

function storeLlmKey() {
  const { name, type, hostPattern } = LLM_KEYS[parameter('create') === 'anthropic' ? 'anthropic' : 'openai'];
  return { call: 'POST /v1/secrets', body: { name, type, value: 'PUT-THE-KEY-HERE', hostPattern } };
}

const PASTES = {
  'store-secret': storeSecret,
  'store-llm-key': storeLlmKey,
  'create-agent': () => ({ call: 'POST /v1/agents', body: { name: 'My agent', identifier: 'my-agent' } }),
  'container-config': () => {
    const agent = named('agent', AGENT);
    return { call: `GET /v1/container-config${agent === null ? '' : `?agent=${agent}`}` };
  },
};

function curl({ call, body }) {
  const [method, target] = call.split(' ');
  const lines = [`curl -sS -X ${method} '${location.origin}${target}'`, '-H "Authorization: Bearer $CG_KEY"'];
  if (body === undefined) return lines.join(' \\\n  ');
  const json = escaped(JSON.stringify(body, null, 2));
  return `${[...lines, "-H 'Content-Type: application/json'", "--data-binary @- <<'END'"].join(' \\\n  ')}\n${json}\nEND`;
}

const LINES = {
  install: () => [`curl -fsSL '${location.origin}/v1/install/cli' | sh`, 'cgw run -- claude'],
};

for (const place of document.querySelectorAll('[data-lines]'))
  place.textContent = LINES[place.dataset.lines]().join('\n');

for (const place of document.querySelectorAll('[data-paste]'))
  place.textContent = curl(PASTES[place.dataset.paste]());
