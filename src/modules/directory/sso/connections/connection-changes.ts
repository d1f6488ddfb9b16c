import type {
  CreateSsoConnectionRequest,
  UpdateSsoConnectionRequest,
} from './dto/sso-connection-requests.dto.js';
import type { MetadataSource } from './provider/saml-descriptions.js';
import type { SsoConnectionEntity } from './store/sso-connection.entity.js';

type Given = CreateSsoConnectionRequest | UpdateSsoConnectionRequest;

const OF: Readonly<Record<SsoConnectionEntity['type'], readonly (keyof UpdateSsoConnectionRequest)[]>> = {
  saml: ['metadataUrl', 'metadataXml'],
  oidc: ['issuer', 'clientId', 'clientSecret'],
};

/** A field of the other protocol among those given; null when there is none. */
export function misplacedField(
  type: SsoConnectionEntity['type'],
  given: UpdateSsoConnectionRequest,
): string | null {
  return OF[type === 'saml' ? 'oidc' : 'saml'].find((field) => given[field] !== undefined) ?? null;
}

export function metadataSourceOf({ metadataUrl, metadataXml }: Given): MetadataSource | null {
  if (metadataUrl !== undefined) return { metadataUrl };
  return metadataXml === undefined ? null : { metadataXml };
}

/** Whether the stored secret goes on to be used with something else than before. */
export function reusesSecret(
  { type, status }: Pick<SsoConnectionEntity, 'type' | 'status'>,
  { issuer, clientId, clientSecret, enabled }: UpdateSsoConnectionRequest,
): boolean {
  if (type !== 'oidc' || clientSecret !== undefined) return false;
  return issuer !== undefined || clientId !== undefined || (enabled === true && status === 'disabled');
}

/** Only a sign-in makes a connection active: enabling gives back what disabling took (05 §8.3). */
export function switched(
  { status, statusWhenEnabled }: Pick<SsoConnectionEntity, 'status' | 'statusWhenEnabled'>,
  enabled: boolean | undefined,
): Partial<SsoConnectionEntity> {
  if (enabled === undefined || enabled === (status !== 'disabled')) return {};
  if (enabled) return { status: statusWhenEnabled };
  return { status: 'disabled', statusWhenEnabled: status === 'active' ? 'active' : 'pending' };
}
