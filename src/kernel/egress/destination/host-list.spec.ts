/** 06 §8.4: an operator's lists of hosts, blocks and addresses, each optionally with a port. */
import { describe, expect, it } from '@jest/globals';
import { HostList, HostListError } from './host-list.js';

describe('an entry', () => {
  it.each<[string, string, number, boolean]>([
    ['api.test', 'api.test', 80, true],
    ['api.test', 'api.test', 8080, true],
    ['api.test', 'other.test', 80, false],
    ['  api.test  ', 'api.test', 80, true],
    ['api.test:8080', 'api.test', 8080, true],
    ['api.test:8080', 'api.test', 80, false],
    ['api.test:1', 'api.test', 1, true],
    ['api.test:65535', 'api.test', 65_535, true],
    ['*.api.test:443', 'eu.api.test', 443, true],
    ['*.api.test:443', 'eu.api.test', 444, false],
    ['10.0.0.0/8', '10.1.2.3', 80, true],
    ['10.0.0.0/8', '11.0.0.0', 80, false],
    ['10.0.0.0/8:81', '10.1.2.3', 81, true],
    ['10.0.0.0/8:81', '10.1.2.3', 80, false],
    ['10.0.0.1', '10.0.0.1', 80, true],
    ['10.0.0.1', '10.0.0.0', 80, false],
    ['10.0.0.1', '[::ffff:10.0.0.1]', 80, true],
    ['::ffff:10.0.0.1', '10.0.0.1', 80, true],
    ['::ffff:10.0.0.1', '10.0.0.2', 80, false],
    ['10.0.0.1:81', '10.0.0.1', 81, true],
    ['10.0.0.1:81', '10.0.0.1', 80, false],
    ['fd00::1', '[fd00::1]', 80, true],
    ['fd00::1', '[fd00::2]', 80, false],
    ['[fd00::1]', '[fd00::1]', 80, true],
    ['[fd00::1]:81', '[fd00::1]', 81, true],
    ['[fd00::1]:81', '[fd00::1]', 80, false],
    ['fd00::/8', '[fdff::1]', 80, true],
    ['fd00::/8', '10.0.0.1', 80, false],
    ['[fd00::]/8:81', '[fdff::1]', 81, true],
    ['[fd00::]/8:81', '[fdff::1]', 80, false],
    ['10.0.0.0/8', '[fd00::1]', 80, false],
    ['10.0.0.0/8', 'api.test', 80, false],
  ])('06 §8.4 %s names %s on port %d: %s', (entry, host, port, named) => {
    expect(new HostList(['elsewhere.test', entry]).names(host, port)).toBe(named);
  });

  it.each([
    ['api.test:0', 'Not a port: api.test:0'],
    ['api.test:65536', 'Not a port: api.test:65536'],
    ['', 'Not a host pattern, address or CIDR: '],
    ['https://api.test', 'Not a host pattern, address or CIDR: https://api.test'],
    ['user@api.test', 'Not a host pattern, address or CIDR: user@api.test'],
  ])('06 §8.4 "%s" is an error that names it', (entry, message) => {
    expect(() => new HostList([entry])).toThrow(new HostListError(message));
  });
});

it('06 §8.4 a list without entries names nothing, a pattern no address, and a block no name', () => {
  expect(new HostList([]).names('10.0.0.1', 80)).toBe(false);
  expect(new HostList(['*.test']).matchesAddress('10.0.0.1', 80)).toBe(false);
  expect(new HostList(['10.0.0.1']).matchesHost('10.0.0.1', 80)).toBe(false);
});
