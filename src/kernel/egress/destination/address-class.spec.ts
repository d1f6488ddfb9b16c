/** 06 §8.3, §8.4: what an address is, in every form in which an IPv4 address may hide inside IPv6. */
import { describe, expect, it } from '@jest/globals';
import { type AddressClass, classifyAddress, effectiveAddress, stripBrackets } from './address-class.js';

const CLASSES: Record<AddressClass, string[]> = {
  public: [
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.0',
    '192.169.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '168.63.129.15',
    '2606:2800:220:1:248:1893:25c8:1946',
    '3ffe:ffff::1',
    '::ffff:93.184.216.34',
    '64:ff9b::5db8:d822',
    '2002:5db8:d822::1',
  ],
  private: [
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.0',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '100.127.255.255',
    'fc00::1',
    'fdff::1',
    'fec0::1',
    'feff::1',
    '::ffff:10.0.0.1',
    '::ffff:0:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '2002:a00:1::1',
    '::10.0.0.1',
    // Teredo: the client's address with every bit turned.
    '2001:0:4136:e378:8000:63bf:f5ff:fffe',
  ],
  loopback: [
    '127.0.0.1',
    '127.255.255.254',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
    '[::ffff:7f00:1]',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::127.0.0.1',
  ],
  reserved: [
    '192.0.2.1',
    '198.51.100.1',
    '198.18.0.1',
    '240.0.0.1',
    '2001:db8::1',
    '4000::1',
    '100::1',
    '1000::1',
  ],
  forbidden: [
    '0.0.0.0',
    '0.1.2.3',
    '::',
    '169.254.0.1',
    'fe80::1',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
    '::ffff:169.254.0.1',
  ],
  metadata: [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd20:ce::254',
    'fd00:42::42',
    'fd00:a9fe:a9fe::1',
    'fd00:ec2::254',
    'fd00:ec2:ffff::1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '::a9fe:a9fe',
  ],
};

describe('the class of an address', () => {
  it.each(
    Object.entries(CLASSES).flatMap(([kind, addresses]) => addresses.map((address) => [address, kind])),
  )('06 §8.3 of %s is %s', (address, kind) => {
    expect(classifyAddress(address)).toBe(kind);
  });

  it.each([
    // The last four bytes, or from byte 6, 7 or 9 around the byte that stays zero.
    ['64:ff9b:1::a9fe:a9fe', 'metadata'],
    ['64:ff9b:1:a9fe:a9:fe00::', 'metadata'],
    ['64:ff9b:1:a9:fe:a9fe::', 'metadata'],
    ['64:ff9b:1:0:a9:fea9:fe00:0', 'metadata'],
    ['64:ff9b:1::5db8:d822', 'public'],
    ['64:ff9b:1::a00:1', 'private'],
    ['64:ff9b:1::', 'forbidden'],
    ['64:ff9b:2::a9fe:a9fe', 'reserved'],
  ])('06 §8.3 RFC 8215: a translated %s is the worst of its readings, %s', (address, kind) => {
    expect(classifyAddress(address)).toBe(kind);
  });

  it.each([
    ['2606:2800::5efe:a9fe:a9fe', 'metadata'],
    ['2606:2800::200:5efe:a9fe:a9fe', 'metadata'],
    ['2606:2800::5efe:a00:1', 'private'],
    ['2606:2800::5efe:5db8:d822', 'public'],
    // Another identifier, which only looks similar.
    ['2606:2800::100:5efe:a00:1', 'public'],
    ['2606:2800::5eff:a00:1', 'public'],
    // The worse of both: the prefix is private, and the address inside is not.
    ['fd00::5efe:5db8:d822', 'private'],
  ])('06 §8.3 RFC 5214: %s with an ISATAP identifier is %s', (address, kind) => {
    expect(classifyAddress(address)).toBe(kind);
  });

  it('of what is no address is an error', () => {
    expect(() => classifyAddress('example.test')).toThrow();
  });
});

it.each([
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['[::ffff:7f00:1]', '127.0.0.1'],
  ['64:ff9b::7f00:1', '127.0.0.1'],
  ['64:ff9b:1::7f00:1', '127.0.0.1'],
  ['2002:7f00:1::', '127.0.0.1'],
  ['::7f00:1', '127.0.0.1'],
  ['2001:0:4136:e378:8000:63bf:80ff:fffe', '127.0.0.1'],
  ['::1', '::1'],
  ['::ff', '::ff'],
  ['::100', '0.0.1.0'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['1::7f00:1', '1::7f00:1'],
  ['10.0.0.1', '10.0.0.1'],
])('06 §8.3 %s counts as %s', (address, effective) => {
  expect(effectiveAddress(address)).toBe(effective);
});

it('brackets around an address are no part of it', () => {
  expect([stripBrackets('[::1]'), stripBrackets('::1')]).toEqual(['::1', '::1']);
});
