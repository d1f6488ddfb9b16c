import { describe, expect, it } from '@jest/globals';
import { NeighbourAgent, NeighbourCertificate } from './neighbour-certificate.js';

describe('what the port of a neighbour may show', () => {
  it('is the certificate of the start where none is configured', () => {
    expect(new NeighbourCertificate('one', () => null).trust()).toMatchObject({
      ca: ['one', 'one'],
      allowPartialTrustChain: true,
    });
  });

  it('is the new one and the one before it, and nothing older', () => {
    let configured = 'one';
    const certificate = new NeighbourCertificate('one', () => ({ certificatePem: configured, keyPem: '' }));
    expect(certificate.trust().ca).toEqual(['one', 'one']);
    configured = 'two';
    expect(certificate.trust().ca).toEqual(['two', 'one']);
    expect(certificate.trust().ca).toEqual(['two', 'one']);
    configured = 'three';
    expect(certificate.trust().ca).toEqual(['three', 'two']);
  });

  it('stays while the new files cannot be read', () => {
    const certificate = new NeighbourCertificate('one', () => {
      throw new Error('half written');
    });
    expect(certificate.trust().ca).toEqual(['one', 'one']);
  });

  it('is for any name, and its connections are kept', () => {
    expect(new NeighbourCertificate('one', () => null).trust().checkServerIdentity?.('x', {} as never)).toBe(
      undefined,
    );
    expect(new NeighbourAgent('one', () => null)).toMatchObject({ keepAlive: true });
  });
});
