import { createRequire } from 'node:module';
import type * as XmlCrypto from 'xml-crypto';

const require = createRequire(import.meta.url);

/** Loaded when first needed (ADR 49): most servers never see SAML. */
export const xmlCrypto = () => require('xml-crypto') as typeof XmlCrypto;
