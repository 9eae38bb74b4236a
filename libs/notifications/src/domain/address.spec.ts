import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ValidationFailed } from '@furrow/kernel';
import { AllowedHosts, Destination, isPublicAddress, UrlNotAllowed } from './index.ts';

const NONE = new AllowedHosts([]);

describe('an address', () => {
  it.each([
    '1.1.1.1',
    '93.184.215.14',
    '172.15.0.1',
    '172.32.0.1',
    '2606:4700::1111',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
  ])('is public: %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '0.0.0.0',
      '0.1.2.3',
      '100.64.1.1',
    ],
    ...[
      '192.0.0.8',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.5',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::ffff:0:127.0.0.1',
      '::127.0.0.1',
      'fe80::1',
      'fc00::1',
      'fd12::1',
    ],
    ...[
      'fec0::1',
      'ff02::1',
      '64:ff9b::7f00:1',
      '64:ff9b::a9fe:a9fe',
      '64:ff9b:1::101:101',
      '2002:7f00:1::',
      '2002:101:101::',
    ],
    ...['2001::1', '2001:db8::1', '3fff::1', '100::1', '5f00::1', '2001:20::1', 'nonsense', ''],
  ])('is not: %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it('of a private network is refused in any notation', () => {
    const octet = fc.nat(255);
    const own = fc.oneof(
      fc.tuple(fc.constantFrom(10, 127, 0), octet, octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
    );
    fc.assert(
      fc.property(own, ([a, b, c, d]) => {
        const dotted = `${a}.${b}.${c}.${d}`;
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const hosts = [
          ...[dotted, String(number), `0x${number.toString(16)}`, `0${number.toString(8)}`],
          ...[`${a}.${(b * 256 + c) * 256 + d}`, `0${a.toString(8)}.${b}.0x${c.toString(16)}.${d}`],
          ...[`[::ffff:${dotted}]`, `[::${dotted}]`, `[64:ff9b::${dotted}]`, `[0:0:0:0:0:ffff:${dotted}]`],
        ];
        for (const host of hosts)
          expect(() => Destination.of(`https://${host}/`, NONE)).toThrow(UrlNotAllowed);
      }),
    );
  });
});

describe('a destination', () => {
  it('is an https URL of a name or a public address', () => {
    const { host, port, address } = Destination.of('https://Hooks.Example.com./in?x=1', NONE);
    expect([host, port, address]).toEqual(['hooks.example.com', 443, undefined]);
    expect(Destination.of('https://[2606:4700::1111]:8443/', NONE)).toMatchObject({
      ...{ address: '2606:4700::1111', port: 8443 },
    });
  });

  it.each([
    '',
    'hooks.example.com',
    'ftp://hooks.example.com',
    'file:///etc/passwd',
    `https://e.com/${'x'.repeat(2_000)}`,
  ])('is refused if it is not an https URL: %s', (url) =>
    expect(() => Destination.of(url, NONE)).toThrow(ValidationFailed),
  );

  it.each([
    ...[
      'http://hooks.example.com/',
      'https://user:pass@hooks.example.com/',
      'https://user@hooks.example.com/',
      'https://:pass@hooks.example.com/',
    ],
    ...[
      'https://localhost/',
      'https://LOCALHOST.:8080/',
      'https://a.localhost/',
      'https://127.1/',
      'https://１２７.0.0.1/',
    ],
  ])('is refused at %s', (url) => expect(() => Destination.of(url, NONE)).toThrow(UrlNotAllowed));

  it('may be any host and port that the operator listed, but no other port of it', () => {
    const allowed = new AllowedHosts(['hooks.lan:8080', '127.0.0.1:9000', '[::1]:443']);
    for (const url of [
      'http://hooks.lan:8080/',
      'https://hooks.lan:8080/',
      'http://127.0.0.1:9000/',
      'https://[::1]/',
    ])
      expect(Destination.of(url, allowed).isTrusted).toBe(true);
    for (const url of [
      'http://hooks.lan/',
      'http://127.0.0.1:9001/',
      'https://127.0.0.1/',
      'http://u@hooks.lan:8080/',
    ])
      expect(() => Destination.of(url, allowed)).toThrow(UrlNotAllowed);
  });

  it('is refused for one address of its name that is not public', () => {
    const destination = Destination.of('https://hooks.example.com/', NONE);
    expect(() => destination.judge(['1.1.1.1', '2606:4700::1111'])).not.toThrow();
    expect(() => destination.judge(['1.1.1.1', '10.0.0.1'])).toThrow(UrlNotAllowed);
  });
});
