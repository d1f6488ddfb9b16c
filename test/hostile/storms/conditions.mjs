/** Whole bodies that are dear to read in every way in which some server could (02 §6.8), for rules that want to know. */
import { Buffer } from 'node:buffer';

const MEBIBYTE = 1_048_576;
/** Of the body of a simulation. */
const MAX_SIMULATED = 262_144;
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const PART = '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\nx\r\n';

const full = (unit, length = MEBIBYTE) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const within = (open, unit, close) =>
  open + full(unit, Math.floor((MEBIBYTE - open.length - close.length) / unit.length) * unit.length) + close;

const DEAR = [
  [JSON_TYPE, full('\\')],
  [JSON_TYPE, within('{"email":"', '\\\\', '"}')],
  [JSON_TYPE, within('{"email":"', '\\u0061', '"}')],
  [JSON_TYPE, jsonInJson()],
  [JSON_TYPE, within('{"email":[', '[],', '1]}')],
  [JSON_TYPE, within('{', '"email":1,', '"a":1}')],
  [JSON_TYPE, within('{"email":[', '1.5e10,', '1]}')],
  [`${JSON_TYPE}; charset=utf-16`, full('{\0"\0')],
  [FORM, full('%2565')],
  [FORM, full('email=A&')],
  [FORM, `${full('A', MEBIBYTE - 2)}=1`],
  [FORM, full('_method=DELETE&')],
  ['application/xml', `<a>${full('&#x41;<!---->')}`],
  ['multipart/form-data; boundary=b', full(PART)],
];
const PATHS = ['/conditioned', '/fields', '/wanted'];

/** Texts in texts: each level doubles the backslashes of the one before. */
function jsonInJson() {
  let text = '"x"';
  for (let next = text; next.length < MEBIBYTE; next = JSON.stringify({ email: text })) text = next;
  return text;
}

async function readBodies(storm) {
  const { gatewayPort, authorizations, plainHost } = storm.target;
  await storm.paced(20, 60, () => {
    const [type, text] = storm.pick(DEAR);
    const path = storm.pick(PATHS);
    const body = Buffer.from(text);
    const head =
      `POST http://${plainHost}${path} HTTP/1.1\r\nHost: ${plainHost}\r\n` +
      `Proxy-Authorization: ${storm.pick(authorizations)}\r\nContent-Type: ${type}\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
    storm.open(gatewayPort).write(Buffer.concat([Buffer.from(head), body]));
  });
}

async function simulatedBodies(storm) {
  const { apiPort, apiKey, agentIds, plainHost } = storm.target;
  await storm.paced(20, 60, () => {
    const [type, text] = storm.pick(DEAR);
    const body = Buffer.from(
      JSON.stringify({
        agentId: storm.pick(agentIds),
        method: 'POST',
        url: `http://${plainHost}${storm.pick(PATHS)}`,
        headers: { 'content-type': type },
        body: text.slice(0, MAX_SIMULATED).replaceAll('\0', ' '),
      }),
    );
    const head =
      `POST /v1/policy/simulate HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${apiKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
    storm.open(apiPort).write(Buffer.concat([Buffer.from(head), body]));
  });
}

export const CONDITIONS = [
  { name: 'read-bodies', title: 'bodies that are costly to read for conditions', run: readBodies },
  { name: 'simulated-bodies', title: 'the same in simulations', run: simulatedBodies },
];
