/** What SAML is read from: elements, their attributes and their text, and nothing else XML may hold. */
export interface XmlElement {
  readonly namespace: string;
  readonly localName: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

export interface XmlAttribute {
  /** Empty without a prefix: the default namespace is not that of attributes (Namespaces in XML §6.2). */
  readonly namespace: string;
  readonly localName: string;
  readonly value: string;
}

export function isNamed(element: XmlElement, namespace: string, localName: string): boolean {
  return element.localName === localName && element.namespace === namespace;
}

export function childrenNamed(parent: XmlElement, namespace: string, localName: string): XmlElement[] {
  return parent.children.filter((child) => isNamed(child, namespace, localName));
}

/** An attribute without a namespace; null when it is absent. */
export function attributeOf(element: XmlElement, name: string): string | null {
  const found = element.attributes.find(({ namespace, localName }) => namespace === '' && localName === name);
  return found?.value ?? null;
}

/** The element and everything in it, in document order; a document's depth is bounded by its reader. */
export function* withDescendants(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* withDescendants(child);
}
