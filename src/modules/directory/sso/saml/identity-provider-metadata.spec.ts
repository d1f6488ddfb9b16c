import { beforeAll, describe, expect, it } from '@jest/globals';
import { X509Certificate } from 'node:crypto';
import { newSigningPair } from './signatures/signing-certificate.js';
import {
  METADATA_CHARACTERS,
  readIdentityProvider,
} from '../connections/provider/identity-provider-metadata.js';

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

let certificates: string[];

beforeAll(async () => {
  const pairs = await Promise.all([newSigningPair(), newSigningPair()]);
  certificates = pairs.map(({ certificatePem }) =>
    new X509Certificate(certificatePem).raw.toString('base64'),
  );
});

const key = (certificate: string, use = ' use="signing"') =>
  `<KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
     ${certificate.replace(/.{76}/g, '$&\n')}
   </ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;
const service = (name: string, binding: string, location: string, more = '') =>
  `<${name} Binding="${binding}" Location="${location}"${more}/>`;
const entity = (inside: string, attributes = 'entityID="https://idp.acme.com/"') =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"
     ${attributes}>${inside}</EntityDescriptor>`;
const provider = (inside: string, attributes = '') =>
  `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" ${attributes}>${inside}</IDPSSODescriptor>`;
const SIGN_ON = service('SingleSignOnService', REDIRECT, 'https://idp.acme.com/sso?a=1&amp;b=2');

describe('metadata of an identity provider (05 §8.4)', () => {
  it('says who it is, where it signs people in and out, and by which keys', () => {
    const [one, two] = certificates as [string, string];
    const read = readIdentityProvider(
      `<?xml version="1.0"?><!-- made by hand -->\n${entity(
        provider(
          key(one) +
            key(two, '') +
            key(one) +
            key('AAAA', ' use="encryption"') +
            service('SingleLogoutService', POST, 'https://idp.acme.com/out-post') +
            service(
              'SingleLogoutService',
              REDIRECT,
              'https://idp.acme.com/out',
              ' ResponseLocation="https://idp.acme.com/done"',
            ) +
            service('SingleSignOnService', POST, 'https://idp.acme.com/post') +
            SIGN_ON,
          'WantAuthnRequestsSigned="true"',
        ),
      )}`,
    );
    expect(read).toEqual({
      entityId: 'https://idp.acme.com/',
      signOn: { binding: 'redirect', url: 'https://idp.acme.com/sso?a=1&b=2' },
      singleLogout: 'https://idp.acme.com/out',
      logoutAnswers: { binding: 'redirect', url: 'https://idp.acme.com/done' },
      certificates: [one, two].map((certificate) => {
        const known = new X509Certificate(Buffer.from(certificate, 'base64'));
        return { pem: known.toString(), expiresAt: known.validToDate.toISOString() };
      }),
      wantsSignedRequests: true,
    });
  });

  it('takes HTTP-POST where nothing else is offered', () => {
    const [one] = certificates as [string];
    const post = service('SingleSignOnService', POST, 'https://idp.acme.com/post');
    const out = service('SingleLogoutService', POST, 'https://idp.acme.com/out');
    expect(readIdentityProvider(entity(provider(key(one) + post + out)))).toMatchObject({
      signOn: { binding: 'post', url: 'https://idp.acme.com/post' },
      singleLogout: null,
      logoutAnswers: { binding: 'post', url: 'https://idp.acme.com/out' },
      wantsSignedRequests: false,
    });
  });

  it('finds the one identity provider among other entities', () => {
    const [one] = certificates as [string];
    const others = entity('<SPSSODescriptor/>', 'entityID="https://sp.acme.com/"');
    const all = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${others}${entity(
      provider(key(one) + SIGN_ON),
    )}</EntitiesDescriptor>`;
    expect(readIdentityProvider(all).entityId).toBe('https://idp.acme.com/');
  });

  it('names the reason why a document is of no use', () => {
    const [one] = certificates as [string];
    const good = provider(key(one) + SIGN_ON);
    const reasons: [string, RegExp][] = [
      ['x'.repeat(METADATA_CHARACTERS + 1), /longer than 512000 characters/],
      ['not xml', /cannot be read: it holds text outside its root/],
      ['<!DOCTYPE x [<!ENTITY y "z">]><x/>', /cannot be read: it holds a document type/],
      ['<html/>', /not SAML metadata/],
      [entity('<SPSSODescriptor/>'), /no SAML 2.0 identity provider/],
      [entity(good.replace('SAML:2.0:protocol', 'SAML:1.1:protocol')), /no SAML 2.0 identity provider/],
      [
        `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${entity(good)}${entity(good)}</EntitiesDescriptor>`,
        /more than one identity provider/,
      ],
      [entity(good + good), /more than one identity provider/],
      [entity(good, ''), /no usable entityID/],
      [entity(provider(SIGN_ON)), /no signing certificate/],
      [entity(provider(key(one, ' use="encryption"') + SIGN_ON)), /no signing certificate/],
      [entity(provider(key('AAAA') + SIGN_ON)), /not an X.509 certificate/],
      [entity(provider(key(one))), /no sign-on endpoint/],
      [entity(good.replace('https://idp.acme.com/sso', 'http://idp.acme.com/sso')), /not an https URL/],
      [entity(good.replace('https://idp.acme.com/sso', 'javascript:alert(1)//')), /not an https URL/],
    ];
    for (const [xml, reason] of reasons) expect(() => readIdentityProvider(xml)).toThrow(reason);
  });
});
