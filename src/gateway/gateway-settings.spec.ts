import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import { generateAuthority } from '../modules/foundation/certificate-authority/certificate-issuer.js';
import { gatewaySettings } from './gateway-settings.js';

describe('settings of the upstream leg', () => {
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
});
