import { createRequire } from 'node:module';
import { newId, StandInSamlProvider } from './saml.js';

/** As much of samlify as the tests use; its own declarations would bring those of browsers everywhere. */
interface Entity {
  parseLoginRequest(sp: Entity, binding: 'redirect' | 'post', request: object): Promise<any>;
  createLoginResponse(
    sp: Entity,
    request: object,
    binding: 'post',
    user: object,
    fill: (template: string) => object,
  ): Promise<{ context: string }>;
  createLogoutRequest(
    sp: Entity,
    binding: 'redirect' | 'post',
    user: object,
    options?: object,
  ): { context: string };
  parseLogoutRequest(sp: Entity, binding: 'redirect' | 'post', request: object): Promise<any>;
  parseLogoutResponse(sp: Entity, binding: 'redirect' | 'post', request: object): Promise<any>;
}

const require = createRequire(import.meta.url);
const samlify = require('samlify') as {
  IdentityProvider(settings: object): Entity;
  ServiceProvider(settings: object): Entity;
  SamlLib: {
    replaceTagsByValue(template: string, values: object): string;
    defaultLoginResponseTemplate: { context: string };
  };
  setSchemaValidator(validator: object): void;
};

samlify.setSchemaValidator({ validate: async () => 'not looked at' });

const FIVE_MINUTES = 300_000;
const ATTRIBUTES =
  '<saml:AttributeStatement><saml:Attribute Name="http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri"><saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">{email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>';
const STATEMENT =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{SessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>';

export interface SamlifyPerson {
  email: string;
  sessionIndex: string;
}

/** Both sides as samlify sees them, ours from the metadata we publish. */
export class SamlifyProvider {
  private readonly idp: Entity;
  private readonly sp: Entity;

  constructor(
    private readonly provider: StandInSamlProvider,
    metadata: string,
    ownMetadata: string,
    signs: 'assertion' | 'response' | 'both' = 'assertion',
  ) {
    this.idp = samlify.IdentityProvider({
      metadata: ownMetadata,
      privateKey: provider.keys.keyPem,
      requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      wantLogoutRequestSigned: true,
      wantLogoutResponseSigned: true,
    });
    const published =
      signs === 'response'
        ? metadata.replace('WantAssertionsSigned="true"', 'WantAssertionsSigned="false"')
        : metadata;
    this.sp = samlify.ServiceProvider({
      metadata: published,
      wantMessageSigned: signs !== 'assertion',
      wantLogoutRequestSigned: true,
      wantLogoutResponseSigned: true,
    });
  }

  /** Reads our request, its signature included where the metadata asks for one, and answers it. */
  async answer(binding: 'redirect' | 'post', request: object, person: SamlifyPerson): Promise<string> {
    const parsed = await this.idp.parseLoginRequest(this.sp, binding, request);
    const { id, assertionConsumerServiceUrl: acsUrl } = parsed.extract.request;
    const now = Date.now();
    const until = new Date(now + FIVE_MINUTES).toISOString();
    const template = samlify.SamlLib.defaultLoginResponseTemplate.context
      .replace('{AuthnStatement}', STATEMENT)
      .replace('{AttributeStatement}', ATTRIBUTES);
    const context = samlify.SamlLib.replaceTagsByValue(template, {
      ID: newId(),
      AssertionID: newId(),
      Destination: acsUrl,
      SubjectRecipient: acsUrl,
      Audience: parsed.extract.issuer,
      Issuer: this.provider.entityId,
      IssueInstant: new Date(now).toISOString(),
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      ConditionsNotBefore: new Date(now).toISOString(),
      ConditionsNotOnOrAfter: until,
      SubjectConfirmationDataNotOnOrAfter: until,
      NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      NameID: person.email,
      InResponseTo: id,
      SessionIndex: person.sessionIndex,
      email: person.email,
    });
    const fill = () => ({ id: newId(), context });
    return (await this.idp.createLoginResponse(this.sp, parsed, 'post', {}, fill)).context;
  }

  /** Reads our request to log out, whose signature it verifies. */
  readLogout(request: object): Promise<any> {
    return this.idp.parseLogoutRequest(this.sp, 'redirect', request);
  }

  /** Reads our answer to one of its own. */
  readLogoutAnswer(binding: 'redirect' | 'post', answer: object): Promise<any> {
    return this.idp.parseLogoutResponse(this.sp, binding, answer);
  }

  /** A signed request of its own: an address, or the field of a form. */
  logout(binding: 'redirect' | 'post', user: object): string {
    return this.idp.createLogoutRequest(this.sp, binding, user).context;
  }
}

/** What samlify takes of an address: its fields, and the bytes a signature is of. */
export function addressed(url: string): object {
  const query = Object.fromEntries(new URL(url).searchParams);
  const octetString = url.slice(url.indexOf('?') + 1).split('&Signature=')[0];
  return { query, octetString };
}
