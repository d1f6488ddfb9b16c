import 'reflect-metadata';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BasicConstraintsExtension, X509CertificateGenerator } from '@peculiar/x509';
import { packageVersion } from './kinds/config-files.js';
import { ConfigurationError } from './configuration-error.js';
import { loadConfiguration } from './load-configuration.js';
import { renderEnvExample, renderReference } from './reference.js';
import { SETTINGS } from './settings.js';

const KEY = Buffer.alloc(32, 7).toString('base64');
const SESSION_SECRET = 'a'.repeat(64);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'config-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

/** The faults as `VARIABLE problem`, empty when the environment is fine. */
function faults(env: NodeJS.ProcessEnv): string[] {
  try {
    loadConfiguration(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults.map((f) => `${f.variable} ${f.problem}`);
    throw error;
  }
  return [];
}

const variables = (env: NodeJS.ProcessEnv): string[] => faults(env).map((fault) => fault.split(' ')[0] ?? '');

describe('defaults', () => {
  it('an empty environment is a usable self-hosted Community server (01 §26, 06 §2)', () => {
    const configuration = loadConfiguration({});
    expect(configuration).toMatchObject({
      edition: 'onprem',
      entitled: false,
      rolesEnforced: false,
      production: false,
      appVersion: packageVersion(),
      databaseUrl: null,
      redis: null,
      dataDir: resolve('.data'),
      apiUrl: 'http://localhost:10254',
      appUrl: 'http://localhost:10254',
      apiUrlConfigured: false,
      appUrlConfigured: false,
      gatewayApiUrl: null,
      gatewayBaseUrl: 'host.docker.internal:10255',
      port: 10254,
      apiBind: '127.0.0.1',
      gatewayPort: 10255,
      gatewayBind: '0.0.0.0',
      registration: 'invite',
      sessionJwt: null,
      apiRateLimitPerMinute: null,
      runnerOnlineThresholdSeconds: 90,
      auditRetentionDays: null,
      migrationExportTargets: [],
      approvalTimeoutSecs: 180,
      requestLogMode: 'managed',
      requestLogRetentionDays: 30,
      logLevel: 'info',
      metricsPort: null,
      metricsBind: '127.0.0.1',
    });
    expect([...configuration.serverRoles]).toEqual(['api', 'gateway', 'worker']);
    expect(configuration.gateway).toEqual({
      workers: 1,
      acceptTraceparent: false,
      caKey: null,
      caCert: null,
      tlsCert: null,
      tlsKey: null,
      skipVerifyHosts: [],
      dangerAcceptInvalidCerts: false,
      upstreamCaFile: null,
      egressProxy: null,
      egressNoProxy: [],
      allowPrivateNetworks: false,
      allowedPrivateHosts: [],
      deniedHosts: [],
      http2: true,
      connectTimeoutSecs: 10,
      responseTimeoutSecs: 600,
      idleTimeoutSecs: 600,
      conditionBodyBytes: 1_048_576,
      bodyTimeoutSecs: 60,
      agentBodyBytes: 16_777_216,
      heldBodyBytes: 100_663_296,
      shutdownTimeoutSecs: 9,
    });
  });

  it('blank and whitespace-only values count as unset', () => {
    const blank = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '  ']));
    expect({ ...loadConfiguration(blank) }).toEqual({ ...loadConfiguration({}) });
  });

  it('REDIS_HOST brings a Redis, encrypted unless REDIS_TLS is the word false (01 §26)', () => {
    const redis = (env: NodeJS.ProcessEnv) => loadConfiguration({ REDIS_HOST: 'Redis_1', ...env }).redis;
    expect(redis({})).toEqual({ host: 'redis_1', port: 6379, password: null, tls: true });
    expect(redis({ REDIS_TLS: ' FALSE ' })?.tls).toBe(false);
    for (const odd of ['off', '0', 'no', 'flase']) expect(redis({ REDIS_TLS: odd })?.tls).toBe(true);
    expect(redis({ REDIS_PASSWORD_FILE: file('redis', 'hunter2\n') })?.password).toBe('hunter2');
    expect(loadConfiguration({ REDIS_PORT: '6380', REDIS_PASSWORD: 'x' }).redis).toBeNull();
    expect(variables({ REDIS_HOST: 'redis://db', REDIS_PORT: '0' })).toEqual(['REDIS_HOST', 'REDIS_PORT']);
  });

  it('fields for the collector of traces are percent-decoded, and a share may have a fraction', () => {
    const { otelExporterOtlpHeaders, otelTracesSamplerArg } = loadConfiguration({
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20x%3D, x-team = one',
      OTEL_TRACES_SAMPLER_ARG: '.25',
    });
    expect(otelExporterOtlpHeaders).toEqual({ authorization: 'Bearer x=', 'x-team': 'one' });
    expect(otelTracesSamplerArg).toBe(0.25);
  });

  it('R67 the proxies trusted by default are on loopback', () => {
    expect(loadConfiguration({}).trustProxy).toEqual(['127.0.0.0/8', '::1/128']);
    expect(loadConfiguration({ TRUST_PROXY: 'loopback,private' }).trustProxy).toContain('10.0.0.0/8');
    expect(loadConfiguration({ TRUST_PROXY: 'none' }).trustProxy).toEqual([]);
    expect(loadConfiguration({ TRUST_PROXY: 'loopback, 203.0.113.7' }).trustProxy).toContain('203.0.113.7');
    expect(variables({ TRUST_PROXY: 'everybody' })).toEqual(['TRUST_PROXY']);
    expect(variables({ TRUST_PROXY: 'constructor' })).toEqual(['TRUST_PROXY']);
  });
});

describe('edition and entitlement (01 §7.1)', () => {
  it.each([
    [{ EDITION: ' Cloud ' }, 'cloud', true],
    [{ EDITION: 'clouds' }, 'onprem', false],
    [{ EDITION: 'onprem', ENTERPRISE_ENABLED: ' TRUE ' }, 'onprem', true],
    [{ ENTERPRISE_ENABLED: '1' }, 'onprem', true],
    [{ ENTERPRISE_ENABLED: 'yes' }, 'onprem', false],
    [{ ENTERPRISE_ENABLED: 'on' }, 'onprem', false],
    [{ EDITION: 'cloud', ENTERPRISE_ENABLED: 'false' }, 'cloud', true],
  ])('%j', (env, edition, entitled) => {
    expect(loadConfiguration(env)).toMatchObject({ edition, entitled, rolesEnforced: entitled });
  });

  it('Cloud ignores the settings that open private networks (06 §8.4) and says so', () => {
    const env = { GATEWAY_ALLOW_PRIVATE_NETWORKS: 'true', GATEWAY_ALLOWED_PRIVATE_HOSTS: '10.0.0.1' };
    expect(loadConfiguration(env).gateway).toMatchObject({
      allowPrivateNetworks: true,
      allowedPrivateHosts: ['10.0.0.1'],
    });
    const cloud = loadConfiguration({ ...env, EDITION: 'cloud' });
    expect(cloud.gateway).toMatchObject({ allowPrivateNetworks: false, allowedPrivateHosts: [] });
    expect(cloud.warnings.join()).toContain('ignored on Cloud');
  });
});

describe('names that are no settings (R47)', () => {
  const named = (env: NodeJS.ProcessEnv): string[] =>
    loadConfiguration({ API_URL: 'http://gateway.test', ...env }).warnings.filter((warning) =>
      warning.includes('not a setting'),
    );

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['GATEWAY_PROT', 'GATEWAY_PORT'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
    ['SECRET_ENCRYPTION_KEY_FIEL', 'SECRET_ENCRYPTION_KEY_FILE'],
  ])('%s is named in a warning, with %s, which may be meant, and without its value', (name, meant) => {
    expect(named({ [name]: 'hunter2' })).toEqual([
      `${name} is not a setting and is ignored; did you mean ${meant}?`,
    ]);
  });

  it('a name with a prefix of ours that means nothing is named, too', () => {
    const names = ['GATEWAY_RESPONSE_TIMEOUT', 'SSO_ALLOWED', 'SMTP_HOST', 'INVITATION_TTL', 'ENTERPRISE'];
    const told = named(Object.fromEntries(names.map((name) => [name, 'hunter2'])));
    expect(told).toEqual(
      names.slice(0, 4).map((name) => expect.stringContaining(`${name} is not a setting`)),
    );
  });

  it('says nothing of settings, their files, blank values and what other programs read', () => {
    const others = ['HOME', 'PATH', 'NODE_OPTIONS', 'AWS_REGION', 'OTEL_LOG_LEVEL', 'http_proxy', 'no_proxy'];
    const ofPods = ['GATEWAY_SERVICE_HOST', 'GATEWAY_SERVICE_PORT_HTTP', 'GATEWAY_PORT_10255_TCP_ADDR'];
    const env = Object.fromEntries([...others, ...ofPods].map((name) => [name, 'http://proxy.test']));
    expect(named({ ...env, SESSION_MANAGER: 'x', GATEWAY_UNKNOWN: ' ', PORT: '1' })).toEqual([]);
    expect(named({ LOG_LEVEL: 'info', SESSION_SECRET_FILE: file('session', 'a'.repeat(64)) })).toEqual([]);
  });

  it('names a bounded number', () => {
    const env = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`GATEWAY_NOTHING_${n}`, '1']));
    expect(named(env)).toHaveLength(20);
  });
});

describe('what a fault repeats of a value (R68)', () => {
  const SECRET = 'hunter2-hunter2';

  it.each(Object.keys(SETTINGS))('%s never shows what may hold a credential', (name) => {
    const wrong = [
      `https://user:${SECRET}@host/?key=${SECRET} x`,
      SECRET,
      `sk-${SECRET}`,
      `user:${SECRET}@host`,
    ];
    for (const value of wrong) {
      expect(faults({ [name]: value }).join()).not.toContain(SECRET);
      expect(faults({ [`${name}_FILE`]: value }).join()).not.toContain(SECRET);
    }
  });

  it('names the setting and the rule, and a plain word or number as it is', () => {
    expect(faults({ SESSION_JWT_JWKS_URL: 'nonsense', SESSION_JWT_ISSUER: 'x' })).toEqual([
      'SESSION_JWT_JWKS_URL must be a URL that starts with https:// or http://',
    ]);
    expect(faults({ LOG_LEVEL: 'loud' })).toEqual([expect.stringMatching(/^LOG_LEVEL must .*, is "loud"$/)]);
  });
});

describe('faults', () => {
  it('are reported all at once, each with its variable, and nothing is clamped (R24.13)', () => {
    const found = faults({
      PORT: '70000',
      APPROVAL_TIMEOUT_SECS: '9',
      GATEWAY_CONDITION_BODY_BYTES: '16383',
      REGISTRATION: 'some',
      SECRET_ENCRYPTION_KEY: 'too-short',
    });
    expect(found).toHaveLength(5);
    expect(found).toContain('PORT must be an integer from 0 to 65535, is "70000"');
    expect(found).toContain('APPROVAL_TIMEOUT_SECS must be an integer from 10 to 3600, is "9"');
    expect(found).toContain('REGISTRATION must be one of open, invite, closed, is "some"');
  });

  it.each([
    ['PORT', ['-1', '1.5', '10254x', '0x10', '1e3']],
    ['APPROVAL_TIMEOUT_SECS', ['3601', '0']],
    ['GATEWAY_CONNECT_TIMEOUT_SECS', ['0', '-5', 'soon']],
    ['RUNNER_ONLINE_THRESHOLD_SECONDS', ['0']],
    ['API_RATE_LIMIT_PER_MINUTE', ['0']],
    ['OTEL_TRACES_SAMPLER_ARG', ['1.1', '-0.1', 'all']],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', ['collector:4318', 'http://u:p@collector', 'grpc://collector']],
    ['OTEL_EXPORTER_OTLP_HEADERS', ['a', 'a b=c', '=c', 'a=%', 'a=%0d%0a', 'a=b,']],
    ['EXPORT_WEBHOOK_HEADERS', ['a', 'a b=c']],
    [
      'EXPORT_SYSLOG_URL',
      ['siem:514', 'udp://siem:514', 'tcp://siem', 'tls://u@siem:6514', 'tls://siem:6514/a'],
    ],
    ['EXPORT_FORMAT', ['cef']],
    ['EXPORT_BATCH_EVENTS', ['49', '5001', 'many']],
    ['EXPORT_BACKLOG_HOURS', ['0', '8761']],
    ['GATEWAY_HTTP2', ['maybe']],
    ['GATEWAY_ALLOW_PRIVATE_NETWORKS', ['please']],
    ['LOG_LEVEL', ['loud']],
    ['REQUEST_LOG_MODE', ['some']],
    ['REQUEST_LOG_RETENTION_DAYS', ['-1', '1.5', 'ever', '36501']],
    ['NODE_ENV', ['prod']],
    ['SERVER_ROLES', ['api,web', ',']],
    ['GATEWAY_WORKERS', ['0', '65', '-1', '1.5', 'many']],
    [
      'API_URL',
      ['cg.example.com', 'ftp://cg.example.com', 'https://user@cg.example.com', 'https://x.test/?a=1'],
    ],
    ['APP_URL', ['not a url']],
    ['GATEWAY_BASE_URL', ['host.docker.internal', 'http://host:10255', 'host:0', 'host:70000']],
    ['DATABASE_URL', ['mysql://localhost/x', 'localhost:5432']],
    ['AUDIT_RETENTION_DAYS', ['0', '36501', 'a week']],
    [
      'MIGRATION_EXPORT_TARGETS',
      ['*', 'https://a.test/path', 'http://a.test', 'http://localhost.a.test', 'http://127.0.0.1.a.test'],
    ],
    ['CORS_ALLOWED_ORIGINS', ['*', 'https://a.test/path', 'a.test']],
    ['GATEWAY_SKIP_VERIFY_HOSTS', ['*', 'a.*.test', 'https://a.test', '*.*.test']],
    ['GATEWAY_ALLOWED_PRIVATE_HOSTS', ['10.0.0.0/33', 'http://x', 'a b', '１０.0.0.0/8', 'bü*.test']],
    ['GATEWAY_DENIED_HOSTS', ['https://a.test', 'a/b', 'bücher.test/x', 'evil.test#ü', 'ü@evil.test']],
    ['LLM_HOSTS_EXTRA', ['*.llm.test', 'llm.test/v1', 'llm.test/ü']],
    ['LLM_KEYLESS_HOSTS', ['*.llm.test', 'http://llm.test', 'llm.test/v1', 'llm.test:0', 'a b']],
    ['OPENAI_BASE_URL', ['llm.test', 'ftp://llm.test', 'https://key@llm.test/v1', 'https://llm.test/?a=1']],
    ['SMTP_URL', ['mail.example.com']],
    ['GATEWAY_EGRESS_PROXY', ['socks5://127.0.0.1:1080']],
    ['GATEWAY_BIND', ['0.0.0.0:80']],
    ['GATEWAY_UPSTREAM_CA_FILE', ['/does/not/exist.pem']],
    ['SESSION_SECRET', ['x'.repeat(31)]],
    [
      'SECRET_ENCRYPTION_KEY',
      [Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64'), 'a b c'],
    ],
    ['SECRET_ENCRYPTION_KEYS_PREVIOUS', [`${KEY},short`]],
  ])('%s refuses %j', (name, values) => {
    for (const value of values) expect(variables({ [name]: value })).toEqual([name]);
  });

  it('never repeat a secret, not even a wrong one', () => {
    const secrets = {
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      SECRET_ENCRYPTION_KEY: 'hunter2',
      SECRET_ENCRYPTION_KEYS_PREVIOUS: 'hunter2',
      SESSION_SECRET: 'hunter2',
      SMTP_URL: 'http://u:hunter2@mail',
      BOOTSTRAP_OWNER_EMAIL: 'owner@example.com',
      BOOTSTRAP_OWNER_PASSWORD: 'hunter2',
      GATEWAY_EGRESS_PROXY: 'socks5://u:hunter2@proxy',
      GATEWAY_CA_KEY: 'hunter2',
      GATEWAY_TLS_KEY: '-----BEGIN hunter2',
      EXPORT_WEBHOOK_URL: 'ftp://u:hunter2@siem',
      EXPORT_WEBHOOK_SECRET: 'whsec_hunter2',
    };
    expect(faults(secrets).length).toBeGreaterThanOrEqual(9);
    expect(faults(secrets).join()).not.toContain('hunter2');
  });

  it('two roles cannot listen on one port', () => {
    expect(variables({ PORT: '9000', GATEWAY_PORT: '9000' })).toEqual(['GATEWAY_PORT']);
    expect(faults({ PORT: '0', GATEWAY_PORT: '0', METRICS_PORT: '0' })).toEqual([]);
  });

  it.each([
    ['BOOTSTRAP_OWNER_EMAIL', 'owner@example.com', 'BOOTSTRAP_OWNER_PASSWORD'],
    ['SESSION_JWT_ISSUER', 'https://id.example.com/', 'SESSION_JWT_JWKS_URL'],
    ['EXPORT_WEBHOOK_URL', 'https://siem.example.com/', 'EXPORT_WEBHOOK_SECRET'],
  ])('%s alone is a fault', (name, value, missing) => {
    expect(faults({ [name]: value })).toEqual([`${missing} must be set when ${name} is`]);
  });
});

describe('files', () => {
  it('NAME_FILE wins over NAME and loses its line break', () => {
    const path = file('secret', `${'b'.repeat(40)}\n`);
    expect(loadConfiguration({ SESSION_SECRET, SESSION_SECRET_FILE: path }).sessionSecret).toBe(
      'b'.repeat(40),
    );
  });

  it('a fault in a file or an unreadable file names the variable that was set', () => {
    expect(variables({ PORT_FILE: file('port', 'abc') })).toEqual(['PORT_FILE']);
    expect(faults({ PORT_FILE: join(directory, 'none') })[0]).toContain(
      'PORT_FILE must name a readable file (ENOENT)',
    );
  });

  it('a blank file or a blank NAME_FILE counts as unset', () => {
    expect(loadConfiguration({ PORT_FILE: file('blank', ' \n') }).port).toBe(10254);
    expect(loadConfiguration({ PORT_FILE: ' ', PORT: '9000' }).port).toBe(9000);
  });

  it('names that end in _FILE are paths and have no further file form', () => {
    const certificate = file('roots.pem', 'no certificate');
    expect(variables({ GATEWAY_UPSTREAM_CA_FILE: certificate })).toEqual(['GATEWAY_UPSTREAM_CA_FILE']);
    expect(
      loadConfiguration({ GATEWAY_UPSTREAM_CA_FILE_FILE: '/nowhere' }).gateway.upstreamCaFile,
    ).toBeNull();
  });
});

describe('keys (R8, R18)', () => {
  const production = { DATABASE_URL: 'postgres://db/x', NODE_ENV: 'production' };

  it('with DATABASE_URL in production both must be given', () => {
    expect(variables(production)).toEqual(['SECRET_ENCRYPTION_KEY', 'SESSION_SECRET']);
    expect(variables({ ...production, SESSION_SECRET })).toEqual(['SECRET_ENCRYPTION_KEY']);
    expect(faults({ ...production, SESSION_SECRET, SECRET_ENCRYPTION_KEY: KEY })).toEqual([]);
  });

  it('Cloud needs no session secret, but one for the state of OAuth (01 §26)', () => {
    const cloud = { ...production, EDITION: 'cloud', SECRET_ENCRYPTION_KEY: KEY };
    expect(faults(cloud)).toEqual([expect.stringMatching(/^OAUTH_STATE_SECRET must be set/)]);
    expect(faults({ ...cloud, OAUTH_STATE_SECRET: SESSION_SECRET })).toEqual([]);
  });

  it('a wrong key is reported as wrong, not also as missing', () => {
    expect(faults({ ...production, SESSION_SECRET, SECRET_ENCRYPTION_KEY: 'short' })).toEqual([
      'SECRET_ENCRYPTION_KEY must be exactly 32 bytes in base64',
    ]);
  });

  it('otherwise they may be missing', () => {
    expect(faults({ NODE_ENV: 'production' })).toEqual([]);
    expect(faults({ DATABASE_URL: 'postgres://db/x' })).toEqual([]);
  });

  it('are never printed with the configuration', () => {
    const configuration = loadConfiguration({ SESSION_SECRET, SECRET_ENCRYPTION_KEY: KEY });
    expect(inspect({ configuration }) + JSON.stringify({ configuration })).not.toContain('aaaa');
  });
});

describe('particular values', () => {
  it('the address of the webhook has no user name, which would not be sent', () => {
    const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const given = (url: string) => ({ EXPORT_WEBHOOK_URL: url, EXPORT_WEBHOOK_SECRET: secret });
    expect(faults(given('https://siem.test/in?key=1'))).toEqual([]);
    for (const wrong of ['https://u:p@siem.test/', 'siem.test', 'ftp://siem.test'])
      expect(variables(given(wrong))).toEqual(['EXPORT_WEBHOOK_URL']);
  });

  it('secrets of the webhook are those of Standard Webhooks, two at most', () => {
    const secret = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
    const given = (text: string) => ({
      EXPORT_WEBHOOK_URL: 'https://siem.test/',
      EXPORT_WEBHOOK_SECRET: text,
    });
    const two = `${secret(24)}, ${secret(64)}`;
    expect(loadConfiguration(given(two)).exportWebhookSecret).toEqual([
      Buffer.alloc(24, 7),
      Buffer.alloc(64, 7),
    ]);
    for (const wrong of [secret(23), secret(65), 'x'.repeat(40), `${two},${secret(32)}`, `${secret(32)},`])
      expect(variables(given(wrong))).toEqual(['EXPORT_WEBHOOK_SECRET']);
  });

  it('public URLs lose whitespace and trailing slashes, and know whether they were configured', () => {
    expect(loadConfiguration({ APP_URL: ' https://app.example.com// ' })).toMatchObject({
      appUrl: 'https://app.example.com',
      appUrlConfigured: true,
      apiUrl: 'http://localhost:10254',
      apiUrlConfigured: false,
    });
    expect(loadConfiguration({ API_URL: 'https://api.example.com/' })).toMatchObject({
      appUrl: 'https://api.example.com',
      appUrlConfigured: false,
      apiUrlConfigured: true,
    });
  });

  it.each([
    ['true', true],
    [' TRUE ', true],
    ['1', true],
    ['yes', false],
    ['on', false],
    ['', false],
    ['0', false],
  ])('GATEWAY_DANGER_ACCEPT_INVALID_CERTS=%j is %j (06 §2)', (value, expected) => {
    const configuration = loadConfiguration({ GATEWAY_DANGER_ACCEPT_INVALID_CERTS: value });
    expect(configuration.gateway.dangerAcceptInvalidCerts).toBe(expected);
    expect(configuration.warnings.some((warning) => warning.includes('DANGER'))).toBe(expected);
  });

  it.each([
    ['0', 0],
    ['3', 3],
    ['', null],
    ['many', null],
    ['-1', null],
    ['1.5', null],
  ])('MAX_ORGS_PER_USER=%j: what is no number of organizations means none (01 §18.1)', (value, expected) => {
    expect(loadConfiguration({ MAX_ORGS_PER_USER: value }).maxOrgsPerUser).toBe(expected);
  });

  it('GATEWAY_SHUTDOWN_TIMEOUT_SECS: blank, zero and not a number mean the default; out of range is a fault', () => {
    for (const value of ['', '0', '0.0', 'soon', '9s']) {
      expect(loadConfiguration({ GATEWAY_SHUTDOWN_TIMEOUT_SECS: value }).gateway.shutdownTimeoutSecs).toBe(9);
    }
    expect(loadConfiguration({ GATEWAY_SHUTDOWN_TIMEOUT_SECS: '20' }).gateway.shutdownTimeoutSecs).toBe(20);
    expect(variables({ GATEWAY_SHUTDOWN_TIMEOUT_SECS: '-1' })).toEqual(['GATEWAY_SHUTDOWN_TIMEOUT_SECS']);
  });

  it('bounds themselves are accepted', () => {
    expect(loadConfiguration({ APPROVAL_TIMEOUT_SECS: '10' }).approvalTimeoutSecs).toBe(10);
    expect(loadConfiguration({ APPROVAL_TIMEOUT_SECS: '3600' }).approvalTimeoutSecs).toBe(3600);
    expect(loadConfiguration({ GATEWAY_CONDITION_BODY_BYTES: '16384' }).gateway.conditionBodyBytes).toBe(
      16_384,
    );
  });

  it('what bodies may occupy grows with the prefix that is looked at, and must leave room for some of them', () => {
    const gateway = (env: NodeJS.ProcessEnv) => loadConfiguration(env).gateway;
    const larger = gateway({ GATEWAY_CONDITION_BODY_BYTES: '4194304' });
    expect([larger.agentBodyBytes, larger.heldBodyBytes]).toEqual([67_108_864, 402_653_184]);
    const small = gateway({ GATEWAY_CONDITION_BODY_BYTES: '16384' });
    expect([small.agentBodyBytes, small.heldBodyBytes]).toEqual([16_777_216, 100_663_296]);
    const given = { GATEWAY_AGENT_BODY_BYTES: '8388608', GATEWAY_HELD_BODY_BYTES: '8388608' };
    expect(gateway(given)).toMatchObject({ agentBodyBytes: 8_388_608, heldBodyBytes: 8_388_608 });
    expect(variables({ GATEWAY_AGENT_BODY_BYTES: '8388607' })).toEqual(['GATEWAY_AGENT_BODY_BYTES']);
    expect(variables({ ...given, GATEWAY_HELD_BODY_BYTES: '8388607' })).toEqual(['GATEWAY_HELD_BODY_BYTES']);
  });

  it('DEV_TRUST_ANY_ORIGIN is ignored in production and warns either way', () => {
    const development = loadConfiguration({ DEV_TRUST_ANY_ORIGIN: '1' });
    const production = loadConfiguration({ DEV_TRUST_ANY_ORIGIN: '1', NODE_ENV: 'production' });
    expect([development.devTrustAnyOrigin, production.devTrustAnyOrigin]).toEqual([true, false]);
    for (const { warnings } of [development, production])
      expect(warnings.join()).toContain('DEV_TRUST_ANY_ORIGIN');
  });

  it('warns when containers are told another gateway port than the one that is listened on', () => {
    const warns = (env: NodeJS.ProcessEnv) =>
      loadConfiguration(env).warnings.join().includes('GATEWAY_BASE_URL');
    expect(warns({ GATEWAY_PORT: '8080' })).toBe(true);
    expect(warns({ GATEWAY_PORT: '8080', GATEWAY_BASE_URL: 'gateway.test:8080' })).toBe(false);
    for (const port of ['', '0', '10255']) expect(warns({ GATEWAY_PORT: port })).toBe(false);
  });

  it('the egress proxy falls back to the standard variables', () => {
    const standard = { HTTPS_PROXY: 'http://p:1', HTTP_PROXY: 'http://q:2', no_proxy: 'a.test, b.test' };
    expect(loadConfiguration(standard).gateway).toMatchObject({
      egressProxy: 'http://p:1',
      egressNoProxy: ['a.test', 'b.test'],
    });
    const own = { ...standard, GATEWAY_EGRESS_PROXY: 'http://own:3', GATEWAY_EGRESS_NO_PROXY: 'c.test' };
    expect(loadConfiguration(own).gateway).toMatchObject({
      egressProxy: 'http://own:3',
      egressNoProxy: ['c.test'],
    });
    expect(loadConfiguration({ http_proxy: 'http://q:2' }).gateway.egressProxy).toBe('http://q:2');
  });

  it('lists of hosts are lowercased, in ASCII, and take their documented forms', () => {
    const { gateway, llmHostsExtra, llmKeylessHosts, corsAllowedOrigins } = loadConfiguration({
      GATEWAY_SKIP_VERIFY_HOSTS: 'Dev.Example.com., *.corp.internal,10.0.0.5',
      GATEWAY_ALLOWED_PRIVATE_HOSTS:
        '*.corp.internal:8443,10.0.0.0/8,192.168.1.4:80,::1,[fd00::1]:8080,[fd00::/8],Bücher。test.:8080',
      GATEWAY_DENIED_HOSTS: 'bücher.example,*.evil.test',
      LLM_HOSTS_EXTRA: 'LLM.corp.internal',
      LLM_KEYLESS_HOSTS: 'Ollama, 10.0.0.7:8080, ::1, [::1]:11434',
      CORS_ALLOWED_ORIGINS: 'https://App.example.com:443/, http://localhost:3000',
    });
    expect(gateway.skipVerifyHosts).toEqual(['dev.example.com', '*.corp.internal', '10.0.0.5']);
    expect(gateway.allowedPrivateHosts).toEqual([
      '*.corp.internal:8443',
      '10.0.0.0/8',
      '192.168.1.4:80',
      '::1',
      '[fd00::1]:8080',
      '[fd00::/8]',
      'xn--bcher-kva.test:8080',
    ]);
    expect(gateway.deniedHosts).toEqual(['xn--bcher-kva.example', '*.evil.test']);
    expect(llmHostsExtra).toEqual(['llm.corp.internal']);
    expect(llmKeylessHosts).toEqual(['ollama', '10.0.0.7:8080', '[::1]', '[::1]:11434']);
    expect(corsAllowedOrigins).toEqual(['https://app.example.com', 'http://localhost:3000']);
  });

  it('the configuration cannot be changed', () => {
    const configuration = loadConfiguration({ GATEWAY_DENIED_HOSTS: 'a.test' });
    expect(() => Object.assign(configuration, { port: 1 })).toThrow(TypeError);
    expect(() => Object.assign(configuration.gateway, { http2: false })).toThrow(TypeError);
    expect(() => (configuration.gateway.deniedHosts as string[]).push('b.test')).toThrow(TypeError);
  });
});

describe('certificates (06 §7.4)', () => {
  const usable: { ca?: Pair; leaf?: Pair; other?: Pair } = {};
  beforeAll(async () => {
    usable.ca = await issue(true);
    usable.other = await issue(true);
    usable.leaf = await issue(false);
  });

  it('the CA is both or neither, fits together, and is a CA', () => {
    const { ca, other, leaf } = usable as Required<typeof usable>;
    expect(faults({ GATEWAY_CA_CERT: ca.cert, GATEWAY_CA_KEY: ca.key })).toEqual([]);
    expect(variables({ GATEWAY_CA_CERT: ca.cert })).toEqual(['GATEWAY_CA_KEY']);
    expect(variables({ GATEWAY_CA_KEY: ca.key })).toEqual(['GATEWAY_CA_CERT']);
    expect(faults({ GATEWAY_CA_CERT: ca.cert, GATEWAY_CA_KEY: other.key })).toEqual([
      'GATEWAY_CA_KEY must be the private key of GATEWAY_CA_CERT',
    ]);
    expect(variables({ GATEWAY_CA_CERT: leaf.cert, GATEWAY_CA_KEY: leaf.key })).toEqual(['GATEWAY_CA_CERT']);
  });

  it('an RSA key of the CA has at least 2048 bits', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const weak = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(variables({ GATEWAY_CA_KEY: weak, GATEWAY_CA_CERT: usable.ca?.cert })).toContain('GATEWAY_CA_KEY');
  });

  it('PEM may come on one line, in a file, or for the listener as a path', () => {
    const { ca, leaf } = usable as Required<typeof usable>;
    const oneLine = {
      GATEWAY_CA_CERT: ca.cert.replaceAll('\n', '\\n'),
      GATEWAY_CA_KEY_FILE: file('ca.key', ca.key),
    };
    expect(loadConfiguration(oneLine).gateway.caCert).toBe(ca.cert);
    const paths = {
      GATEWAY_TLS_CERT: file('tls.pem', leaf.cert),
      GATEWAY_TLS_KEY: file('tls.key', leaf.key),
    };
    const configuration = loadConfiguration(paths);
    expect(configuration.gateway).toMatchObject({ tlsCert: leaf.cert, tlsKey: leaf.key });
    file('tls.pem', ca.cert);
    expect(() => configuration.portCertificate()).toThrow('GATEWAY_TLS_KEY must be the private key');
    file('tls.key', ca.key);
    expect(configuration.portCertificate()).toEqual({ certificatePem: ca.cert, keyPem: ca.key });
    expect(variables({ ...paths, GATEWAY_TLS_KEY: file('other.key', leaf.key) })).toEqual([
      'GATEWAY_TLS_KEY',
    ]);
  });
});

interface Pair {
  cert: string;
  key: string;
}

async function issue(ca: boolean): Promise<Pair> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test',
    keys,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(ca, undefined, true)],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const lines = pkcs8.match(/.{1,64}/g)?.join('\n') ?? '';
  return {
    cert: certificate.toString('pem').trim() + '\n',
    key: `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`,
  };
}

describe('reference', () => {
  it.each([
    ['docs/configuration.md', renderReference],
    ['config/.env.example', renderEnvExample],
  ])('%s says what the table says; if not, run "npm run docs:config"', (path, render) => {
    expect(readFileSync(path, 'utf8')).toBe(render());
  });

  it('documents every setting and offers an example file that changes nothing', () => {
    const example = renderEnvExample();
    for (const name of Object.keys(SETTINGS)) {
      expect(renderReference()).toContain(`| \`${name}\``);
      expect(example).toContain(`\n#${name}=`);
    }
    const uncommented = Object.fromEntries(
      [...example.matchAll(/^#([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    expect({ ...loadConfiguration(uncommented) }).toEqual({ ...loadConfiguration({}) });
  });
});
