/**
 * What a provider reads in a body, by readers that share nothing with `src/domain`: of Internet messages line by line, of
 * forms by the platform's `URLSearchParams`, of JSON token by token. Answers the texts that a person must be shown or
 * told of; contents of attachments, markup and values under credential names are told by number or as `***`.
 */
export type BodyKind = 'json' | 'form' | 'mail' | 'mail-in-json' | 'mail-in-related' | 'mail-in-base64';

const CREDENTIAL = /secret|token|passw|authorization|access[_-]?key|api[_-]?key|private[_-]?key/i;

export function textsSent(kind: BodyKind, body: string): string[] {
  switch (kind) {
    case 'json':
      return jsonTexts(body);
    case 'form':
      return [...new URLSearchParams(body)].flatMap(([name, value]) =>
        CREDENTIAL.test(name) ? [name] : [name, value],
      );
    case 'mail':
      return mailTexts(Buffer.from(body, 'utf8').toString('latin1'));
    case 'mail-in-base64':
      return mailTexts(Buffer.from(body, 'base64').toString('latin1'));
    case 'mail-in-json':
      return jsonTexts(body).flatMap((text, _at, all) =>
        text === all[rawAt(all)] ? mailTexts(Buffer.from(text, 'base64url').toString('latin1')) : [text],
      );
    case 'mail-in-related':
      return relatedTexts(body);
  }
}

function rawAt(texts: readonly string[]): number {
  return texts.lastIndexOf('raw') + 1;
}

/** Every string and number of the text, names as well; those under credential names left out. */
function jsonTexts(text: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') found.push(String(value));
    else if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        found.push(name);
        if (!CREDENTIAL.test(name)) visit(inner);
      }
  };
  visit(JSON.parse(text));
  return found;
}

function relatedTexts(body: string): string[] {
  const [, json, message] = body.split(/^--outer(?:--)?\r\n/m);
  const inner = (part: string): string => part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, '');
  return [...jsonTexts(inner(json!)), ...mailTexts(Buffer.from(inner(message!)).toString('latin1'))];
}

interface Head {
  fields: [name: string, value: string][];
  rest: string[];
}

function headOf(lines: readonly string[]): Head {
  const fields: [string, string][] = [];
  let at = 0;
  for (; at < lines.length && lines[at] !== ''; at++) {
    const line = lines[at]!;
    if (/^[ \t]/.test(line)) fields.at(-1)![1] += ` ${line.trim()}`;
    else fields.push([line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
  }
  return { fields, rest: lines.slice(at + 1) };
}

function mailTexts(latin1: string): string[] {
  return partTexts(latin1.split('\r\n'));
}

function partTexts(lines: readonly string[]): string[] {
  const { fields, rest } = headOf(lines);
  const field = (wanted: string): string => fields.find(([name]) => name === wanted)?.[1] ?? '';
  const told = fields.filter(([name]) => !name.startsWith('content-') && name !== 'mime-version');
  const texts = told.map(([, value]) => words(value));
  const type = field('content-type').toLowerCase() || 'text/plain';
  const fileName = /filename="([^"]*)"/.exec(field('content-disposition'))?.[1];
  if (fileName !== undefined) texts.push(words(fileName));
  const boundary = /boundary="?([^";]+)/i.exec(field('content-type'))?.[1];
  if (type.startsWith('multipart/') && boundary !== undefined)
    return [...texts, ...innerTexts(rest, boundary)];
  if (field('content-disposition').startsWith('attachment') || !type.startsWith('text/')) return texts;
  const content = decoded(rest.join('\r\n'), field('content-transfer-encoding').toLowerCase(), type);
  return [...texts, ...(type.startsWith('text/html') ? visible(content) : [content])];
}

/** What stands between the delimiters, and around them. */
function innerTexts(lines: readonly string[], boundary: string): string[] {
  const texts: string[] = [];
  let part: string[] | null = null;
  for (const line of lines) {
    const isEnd = line.trimEnd() === `--${boundary}--`;
    if (!isEnd && line.trimEnd() !== `--${boundary}`) {
      if (part === null) texts.push(line);
      else part.push(line);
      continue;
    }
    if (part !== null) texts.push(...partTexts(part));
    part = isEnd ? null : [];
  }
  return part === null ? texts : [...texts, ...partTexts(part)];
}

function decoded(content: string, encoding: string, type: string): string {
  const bytes =
    encoding === 'base64'
      ? Buffer.from(content, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? plain(content) : content, 'latin1');
  return bytes.toString(type.includes('iso-8859-1') ? 'latin1' : 'utf8');
}

/** Quoted-printable, character by character. */
function plain(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '=') out += text[at];
    else if (text.startsWith('\r\n', at + 1)) at += 2;
    else {
      out += String.fromCharCode(Number.parseInt(text.slice(at + 1, at + 3), 16));
      at += 2;
    }
  }
  return out;
}

function words(value: string): string {
  return value.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString('utf8')
      : Buffer.from(plain(text.replaceAll('_', ' ')), 'latin1').toString('utf8'),
  );
}

/** Text between tags, and where links lead. */
function visible(html: string): string[] {
  return [
    html.replaceAll(/<[^>]*>/g, ' '),
    ...[...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link!),
  ];
}
