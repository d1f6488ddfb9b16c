/**
 * A reader for the XML that SAML needs, and for no other. It takes elements, attributes, text, the five predefined
 * entities and character references. A document type, an entity of one's own, a CDATA section or a name beyond ASCII is
 * refused, and so is whatever is not well-formed: a lenient parser and a strict one that disagree about a document are
 * how signatures are wrapped. Comments and processing instructions are refused in messages, where they split a name
 * for whoever reads its first piece only; metadata that people write has them, and there they are nothing.
 *
 * One pass over the text. The bounds also keep what comes after it linear: DOM, XPath and canonicalization recurse by
 * depth, copy the namespaces in scope for every element, and search the text once for each name.
 */
import type { XmlAttribute, XmlElement } from './xml-element.js';

/** The document is not one we read; the message says why and quotes nothing of it. */
export class XmlRefused extends Error {}

export const XML_DEPTH = 32;
/** A verifier takes 0.1 ms for each element of a message; providers describe themselves with thousands. */
export const XML_ELEMENTS = { message: 2_000, metadata: 10_000 } as const;
/** Of characters and of the five entities; each costs as much as a hundred characters. */
export const XML_REFERENCES = 20_000;
const NAMES = 256;
const ATTRIBUTES_OF_ELEMENT = 64;
const NAMESPACES_IN_SCOPE = 64;
/** Of elements that declare some: each copies what is in scope. Providers write two of them for each value. */
const ELEMENTS_WITH_NAMESPACES = 4_000;

const DECLARATION = /^<\?xml[ \t\r\n]+version[^?<>]*\?>/;
const FORBIDDEN_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const SPACE = /[ \t\n]*/y;
const NAME = /(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)/y;
const EQUALS = /[ \t\n]*=[ \t\n]*/y;
const REFERENCE = /&(?:(lt|gt|amp|quot|apos)|#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6}));|&/g;
const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
/** A DOM parser gives its scripts and text areas rules of their own. */
const XHTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

interface Open {
  qualified: string;
  element: XmlElement & { children: XmlElement[]; text: string };
  scope: Scope;
}

/** Prefixes, the default one being empty, and what they stand for. */
type Scope = ReadonlyMap<string, string>;

interface RawAttribute {
  prefix: string;
  localName: string;
  value: string;
}

/** The root of a document. Throws `XmlRefused`. The caller bounds the length of the text. */
export function readXml(text: string, kind: keyof typeof XML_ELEMENTS = 'message'): XmlElement {
  return new XmlReader(normalized(text), kind).read();
}

/** Line ends as XML §2.11 wants them, also for a verifier that is given the text; without a byte order mark. */
export function normalized(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

class XmlReader {
  private at: number;
  private elements = 0;
  private declaring = 0;
  private readonly names = new Set<string>();
  private readonly open: Open[] = [];
  private root: XmlElement | null = null;

  constructor(
    private readonly source: string,
    private readonly kind: keyof typeof XML_ELEMENTS,
  ) {
    this.at = DECLARATION.exec(source)?.[0].length ?? 0;
  }

  read(): XmlElement {
    if (FORBIDDEN_CHARACTER.test(this.source))
      throw new XmlRefused('it holds a character XML does not allow');
    if (hasManyReferences(this.source)) throw new XmlRefused('it has too many references');
    while (this.at < this.source.length) this.step();
    if (this.root === null || this.open.length > 0) throw new XmlRefused('it is not complete');
    return this.root;
  }

  private step(): void {
    const next = this.source.indexOf('<', this.at);
    const end = next === -1 ? this.source.length : next;
    if (end > this.at) this.readText(this.source.slice(this.at, end));
    this.at = end;
    if (next === -1) return;
    if (this.source.startsWith('</', next)) this.readEnd();
    else if (this.source.startsWith('<!--', next)) this.skip('-->', 'a comment');
    else if (this.source.startsWith('<!D', next)) throw new XmlRefused('it holds a document type');
    else if (this.source.startsWith('<!', next))
      throw new XmlRefused('it holds a CDATA section or declaration');
    else if (this.source.startsWith('<?', next)) this.skip('?>', 'a processing instruction');
    else this.readStart();
  }

  private skip(terminator: string, what: string): void {
    if (this.kind === 'message') throw new XmlRefused(`it holds ${what}`);
    const end = this.source.indexOf(terminator, this.at + 2);
    if (end === -1) throw new XmlRefused('it is not complete');
    this.at = end + terminator.length;
  }

  private readText(raw: string): void {
    const parent = this.open.at(-1);
    if (parent === undefined) {
      if (/[^ \t\n]/.test(raw)) throw new XmlRefused('it holds text outside its root');
      return;
    }
    if (raw.includes(']]>')) throw new XmlRefused('it is not well-formed');
    parent.element.text += unescaped(raw);
  }

  private readStart(): void {
    if (this.root !== null && this.open.length === 0) throw new XmlRefused('it has two roots');
    if (this.open.length === XML_DEPTH) throw new XmlRefused('its elements are nested too deeply');
    if (++this.elements > XML_ELEMENTS[this.kind]) throw new XmlRefused('it has too many elements');
    this.at += 1;
    const { prefix, localName, qualified } = this.readName();
    this.names.add(qualified);
    if (this.names.size > NAMES) throw new XmlRefused('its elements have too many names');
    const { attributes, empty } = this.readAttributes();
    const outer = this.open.at(-1)?.scope ?? OUTERMOST;
    const scope = scopeWith(outer, attributes);
    if (scope !== outer && ++this.declaring > ELEMENTS_WITH_NAMESPACES)
      throw new XmlRefused('it declares too many namespaces');
    const element = {
      namespace: namespaceOf(prefix, scope),
      localName,
      attributes: resolved(attributes, scope),
      children: [],
      text: '',
    };
    if (element.namespace === XHTML_NAMESPACE) throw new XmlRefused('it holds HTML');
    this.open.at(-1)?.element.children.push(element);
    this.root ??= element;
    if (!empty) this.open.push({ qualified, element, scope });
  }

  private readAttributes(): { attributes: RawAttribute[]; empty: boolean } {
    const attributes: RawAttribute[] = [];
    for (;;) {
      const spaced = this.take(SPACE)[0] !== '';
      if (this.source.startsWith('>', this.at)) return this.closing(attributes, 1);
      if (this.source.startsWith('/>', this.at)) return this.closing(attributes, 2);
      if (!spaced) throw new XmlRefused('it is not well-formed');
      if (attributes.length === ATTRIBUTES_OF_ELEMENT) throw new XmlRefused('it has too many attributes');
      const { prefix, localName } = this.readName();
      this.take(EQUALS);
      attributes.push({ prefix, localName, value: this.readValue() });
    }
  }

  private closing(attributes: RawAttribute[], length: 1 | 2): { attributes: RawAttribute[]; empty: boolean } {
    this.at += length;
    return { attributes, empty: length === 2 };
  }

  private readValue(): string {
    const quote = this.source.charAt(this.at);
    const end = quote === '"' || quote === "'" ? this.source.indexOf(quote, this.at + 1) : -1;
    if (end === -1) throw new XmlRefused('it is not well-formed');
    const raw = this.source.slice(this.at + 1, end);
    if (raw.includes('<')) throw new XmlRefused('it is not well-formed');
    this.at = end + 1;
    return unescaped(raw.replace(/[\t\n]/g, ' '));
  }

  private readEnd(): void {
    const last = this.open.pop();
    const tag = last === undefined ? null : `</${last.qualified}`;
    if (tag === null || !this.source.startsWith(tag, this.at)) throw new XmlRefused('it is not well-formed');
    this.at += tag.length;
    this.take(SPACE);
    if (!this.source.startsWith('>', this.at)) throw new XmlRefused('it is not well-formed');
    this.at += 1;
  }

  private readName(): { prefix: string; localName: string; qualified: string } {
    const [qualified, prefix = '', localName] = this.take(NAME);
    return { prefix, localName: localName!, qualified };
  }

  private take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (found === null) throw new XmlRefused('it is not well-formed');
    this.at += found[0].length;
    return found;
  }
}

const OUTERMOST: Scope = new Map([['xml', XML_NAMESPACE]]);

/** Copied where an element declares something, and bounded, so that a look-up is one step. */
function scopeWith(outer: Scope, attributes: readonly RawAttribute[]): Scope {
  const declared = attributes.filter(isDeclaration);
  if (declared.length === 0) return outer;
  const bindings = new Map(outer);
  for (const { prefix, localName, value } of declared) {
    const bound = prefix === '' ? '' : localName;
    const reserved =
      bound === 'xml' || bound === 'xmlns' || value === XML_NAMESPACE || value === XMLNS_NAMESPACE;
    if (reserved || (bound !== '' && value === ''))
      throw new XmlRefused('it declares a namespace that cannot be');
    bindings.set(bound, value);
  }
  if (bindings.size > NAMESPACES_IN_SCOPE) throw new XmlRefused('it declares too many namespaces');
  return bindings;
}

function isDeclaration({ prefix, localName }: RawAttribute): boolean {
  return prefix === 'xmlns' || (prefix === '' && localName === 'xmlns');
}

function resolved(attributes: readonly RawAttribute[], scope: Scope): XmlAttribute[] {
  const names = new Set(attributes.map(({ prefix, localName }) => `${prefix}:${localName}`));
  const result = attributes
    .filter((attribute) => !isDeclaration(attribute))
    .map(({ prefix, localName, value }) => ({
      namespace: prefix === '' ? '' : namespaceOf(prefix, scope),
      localName,
      value,
    }));
  const expanded = new Set(result.map(({ namespace, localName }) => `${namespace} ${localName}`));
  if (names.size < attributes.length || expanded.size < result.length)
    throw new XmlRefused('an attribute is there twice');
  return result;
}

function namespaceOf(prefix: string, scope: Scope): string {
  const namespace = scope.get(prefix);
  if (namespace === undefined && prefix !== '') throw new XmlRefused('a prefix is not declared');
  return namespace ?? '';
}

function hasManyReferences(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (++count > XML_REFERENCES) return true;
  return false;
}

function unescaped(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(REFERENCE, (_, name?: string, decimal?: string, hexadecimal?: string) => {
    if (name !== undefined) return PREDEFINED[name] ?? '';
    const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    if (!(point <= 0x10ffff)) throw new XmlRefused('it refers to an entity');
    const character = String.fromCodePoint(point);
    if (FORBIDDEN_CHARACTER.test(character)) throw new XmlRefused('it holds a character XML does not allow');
    return character;
  });
}
