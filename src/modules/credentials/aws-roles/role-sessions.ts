import { Injectable } from '@nestjs/common';
import {
  amazonDate,
  type AwsKeys,
  signingContext,
  signingKey,
  signRequest,
} from '../../../domain/protocols/aws-sigv4/signature.js';
import { signingScopeOf } from '../../../domain/protocols/aws-sigv4/signing-scope.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { SIGNING_HASHES } from '../../../kernel/crypto/signing-hashes.js';
import { type ProviderAnswer, ProviderCalls } from '../../../kernel/egress/provider-calls.js';

/** A role in a customer's account, as its connection names it. */
export interface AwsRole {
  readonly arn: string;
  readonly externalId: string;
  /** Whose endpoint is asked; null: the global one. */
  readonly region: string | null;
}

export interface RoleSession {
  readonly keys: AwsKeys;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Its text is for the log: it names no value of an answer but the error code of STS. */
export class RoleNotAssumed extends Error {}

const TIMEOUT_MS = 10_000;
const LIFETIME_SECS = 3600;
/** A clock this far off is why a signature was refused: STS takes five minutes, other services fifteen. */
const MAX_SKEW_MS = 300_000;
const SESSION_NAME_AGENT_CHARACTERS = 32;
const REGION = /^[a-z]{2}(?:-[a-z0-9]+){1,3}$/;
const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

/** AssumeRole of the Security Token Service, in the operator's name. */
@Injectable()
export class RoleSessions {
  constructor(
    private readonly calls: ProviderCalls,
    private readonly configuration: Configuration,
  ) {}

  /** @throws RoleNotAssumed and ProviderUnreachable */
  async assume({ arn, externalId, region }: AwsRole, agentId: string): Promise<RoleSession> {
    const host = region !== null && REGION.test(region) ? `sts.${region}.amazonaws.com` : 'sts.amazonaws.com';
    const body = new URLSearchParams({
      Action: 'AssumeRole',
      Version: '2011-06-15',
      RoleArn: arn,
      RoleSessionName: `credential-gateway-${agentId.slice(0, SESSION_NAME_AGENT_CHARACTERS)}`,
      ExternalId: externalId,
      DurationSeconds: String(LIFETIME_SECS),
    }).toString();
    const answer = await this.calls.send({
      method: 'POST',
      url: new URL(`https://${host}/`),
      headers: this.signed(host, body),
      body,
      milliseconds: TIMEOUT_MS,
    });
    return sessionIn(answer);
  }

  private signed(host: string, body: string): Record<string, string> {
    const keys = this.operator();
    const headers: Record<string, string> = {
      'content-type': FORM,
      'x-amz-date': amazonDate(new Date(Date.now())),
    };
    if (keys.sessionToken !== null) headers['x-amz-security-token'] = keys.sessionToken;
    const scope = signingScopeOf(host, null);
    const date = headers['x-amz-date']!;
    const context = signingContext(signingKey(keys, scope, date, SIGNING_HASHES), scope, date);
    const request = {
      method: 'POST',
      target: '/',
      headers: ['host', host, ...Object.entries(headers).flat()],
    };
    const hash = SIGNING_HASHES.sha256(body);
    const { authorization } = signRequest(request, hash, keys, scope, context, SIGNING_HASHES);
    return { ...headers, authorization };
  }

  private operator(): AwsKeys {
    const { awsAccessKeyId, awsSecretAccessKey, awsSessionToken } = this.configuration;
    if (awsAccessKeyId === null || awsSecretAccessKey === null)
      throw new RoleNotAssumed('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set');
    return {
      accessKeyId: awsAccessKeyId,
      secretAccessKey: awsSecretAccessKey,
      sessionToken: awsSessionToken,
    };
  }
}

function sessionIn({ status, json, headers }: ProviderAnswer): RoleSession {
  const lent = member(member(member(json, 'AssumeRoleResponse'), 'AssumeRoleResult'), 'Credentials');
  const [accessKeyId, secretAccessKey, sessionToken] = ['AccessKeyId', 'SecretAccessKey', 'SessionToken'].map(
    (name) => text(member(lent, name)),
  );
  const expiresAt = moment(member(lent, 'Expiration'));
  if (status !== 200 || !accessKeyId || !secretAccessKey || !sessionToken || expiresAt === null)
    throw new RoleNotAssumed(
      `STS answered ${status} ${text(member(member(json, 'Error'), 'Code'))}`.trim() +
        skewIn(headers['date']),
    );
  // By this clock, which may be behind: the keys end as long after the answer as was asked for.
  const latest = Date.now() + LIFETIME_SECS * 1000;
  return { keys: { accessKeyId, secretAccessKey, sessionToken }, expiresAt: Math.min(expiresAt, latest) };
}

/** What the operator has to correct where the clocks differ too much for any signature. */
function skewIn(date: unknown): string {
  const skew = Date.parse(text(date)) - Date.now();
  if (Number.isNaN(skew) || Math.abs(skew) < MAX_SKEW_MS) return '';
  return `; the clock of this machine is ${Math.round(Math.abs(skew) / 1000)} s ${skew > 0 ? 'behind' : 'ahead'}`;
}

/** In JSON it is seconds since 1970; in the XML form, and in what imitates STS, a date. */
function moment(value: unknown): number | null {
  const at = typeof value === 'number' ? value * 1000 : Date.parse(text(value));
  return Number.isFinite(at) && at > 0 ? at : null;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
