import { createRequire } from 'node:module';
import type * as XmlCrypto from 'xml-crypto';

/** As much of a DOM as is needed here; the declarations of the package would bring those of browsers everywhere. */
export interface DomElement {
  readonly nodeType: number;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly childNodes: ArrayLike<DomElement>;
  getAttribute(name: string): string;
}

interface Dom {
  DOMParser: new (options: { errorHandler: (level: string, message: string) => never }) => {
    parseFromString(xml: string, type: 'text/xml'): { documentElement: DomElement };
  };
}

const require = createRequire(import.meta.url);

/** Loaded when first needed (ADR 49): most servers never see SAML. */
export const xmlCrypto = () => require('xml-crypto') as typeof XmlCrypto;
export const xmlDom = () => require('@xmldom/xmldom') as Dom;
