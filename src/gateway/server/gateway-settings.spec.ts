import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadConfiguration } from '../../kernel/config/load-configuration.js';
import { generateAuthority } from '../../modules/foundation/certificate-authority/certificate-issuer.js';
import { gatewaySettings } from './gateway-settings.js';

describe('settings of the gateway', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cg-settings-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('06-T21 the CA file is read, not its name taken for a certificate', async () => {
    const { certificatePem } = await generateAuthority();
    const file = join(folder, 'roots.pem');
    writeFileSync(file, certificatePem);
    const configuration = loadConfiguration({ GATEWAY_UPSTREAM_CA_FILE: file, DATA_DIR: folder });
    const settings = gatewaySettings(configuration, 'postgres://127.0.0.1/db');
    expect(settings.upstream.extraRootsPem).toBe(certificatePem);
  });

  it('no CA file adds no roots', () => {
    const settings = gatewaySettings(loadConfiguration({ DATA_DIR: folder }), 'postgres://127.0.0.1/db');
    expect(settings.upstream.extraRootsPem).toBeNull();
  });

  it('06 §2 every other one reaches its part of the gateway, in its unit', async () => {
    const { certificatePem, keyPem } = await generateAuthority();
    const configuration = loadConfiguration({
      DATA_DIR: folder,
      GATEWAY_PORT: '11255',
      GATEWAY_BIND: '127.0.0.2',
      GATEWAY_WORKERS: '3',
      GATEWAY_HTTP2: 'off',
      GATEWAY_TLS_CERT: certificatePem,
      GATEWAY_TLS_KEY: keyPem,
      GATEWAY_SHUTDOWN_TIMEOUT_SECS: '20',
      GATEWAY_CONNECT_TIMEOUT_SECS: '11',
      GATEWAY_RESPONSE_TIMEOUT_SECS: '12',
      GATEWAY_IDLE_TIMEOUT_SECS: '13',
      GATEWAY_SKIP_VERIFY_HOSTS: '*.corp.test',
      GATEWAY_DANGER_ACCEPT_INVALID_CERTS: '1',
      GATEWAY_EGRESS_PROXY: 'http://proxy.test:3128',
      GATEWAY_EGRESS_NO_PROXY: 'near.test,10.0.0.1',
      GATEWAY_ALLOW_PRIVATE_NETWORKS: 'true',
      GATEWAY_ALLOWED_PRIVATE_HOSTS: '127.0.0.1:8081',
      GATEWAY_DENIED_HOSTS: '*.denied.test',
      GATEWAY_AGENT_BODY_BYTES: '20000000',
      GATEWAY_HELD_BODY_BYTES: '90000000',
      GATEWAY_BODY_TIMEOUT_SECS: '14',
    });
    const settings = gatewaySettings(configuration, 'postgres://127.0.0.1/db');
    expect(settings).toEqual({
      http2: false,
      listener: {
        bind: '127.0.0.2',
        port: 11_255,
        sharing: 'opens',
        tls: { certificatePem, keyPem },
        renewal: { read: expect.any(Function), everyMs: 10_000 },
        // The last four of the budget are for the log and the database (06 §18.3e).
        drainMs: 16_000,
      },
      upstream: {
        connectTimeoutMs: 11_000,
        responseTimeoutMs: 12_000,
        idleTimeoutMs: 13_000,
        extraRootsPem: null,
        skipVerifyHosts: ['*.corp.test'],
        acceptInvalidCertificates: true,
        egressProxy: { url: 'http://proxy.test:3128', exceptions: ['near.test', '10.0.0.1'] },
      },
      destinations: expect.objectContaining({
        allowPrivateNetworks: true,
        allowedPrivateHosts: ['127.0.0.1:8081'],
        deniedHosts: ['*.denied.test'],
      }),
      bodies: { agentBytes: 20_000_000, processBytes: 90_000_000, patienceMs: 14_000 },
    });
  });
});
