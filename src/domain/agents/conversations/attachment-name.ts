import { truncate } from '../../text/truncate.js';

const MOST = 100;
const MAX_EXTENSION = 10;
const MOST_OF_TYPE = 100;
/** Those that turn the direction of writing make one extension look like another (R69). */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const UNKNOWN_TYPE = 'application/octet-stream';
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/** A file name that is safe wherever it is written (04 §2.3): no path, no hidden file, no option of a command. */
export function safeFileName(name: string): string {
  const plain = name.toWellFormed().replace(CONTROLS, '').replace(/[/\\]/g, '-');
  const stripped = withoutTrailing(plain.replace(/^[. -]+/, ''));
  if (stripped.length <= MOST) return stripped || 'file';
  const extension = extensionOf(stripped);
  return withoutTrailing(truncate(stripped, MOST - extension.length)) + extension;
}

function withoutTrailing(text: string): string {
  let end = text.length;
  while (text[end - 1] === '.' || text[end - 1] === ' ') end--;
  return text.slice(0, end);
}

/** With its dot; empty when there is none, or one too long to be one. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const length = name.length - dot - 1;
  return dot <= 0 || length > MAX_EXTENSION ? '' : name.slice(dot);
}

/** The media type of a `Content-Type` without its parameters; what is none is bytes. */
export function mediaTypeOf(header: string | undefined): string {
  const type = (header ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return type.length <= MOST_OF_TYPE && MEDIA_TYPE.test(type) ? type : UNKNOWN_TYPE;
}

/** RFC 6266: a name for old clients and one in UTF-8, never shown in place. */
export function attachmentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Names as they stand side by side in one folder, also on file systems that know no case (04 §9.3). */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const distinct = firstFree(name, taken);
    taken.add(distinct.toLowerCase());
    return distinct;
  });
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  const extension = extensionOf(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${stem}-${number}${extension}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
