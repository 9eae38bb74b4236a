import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { isAskedByOwnName, isOfThisMachine } from './of-this-machine.ts';

const BY_PROXIES = [
  ...['Via', 'Forwarded', 'X-Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto'],
  ...['X-Forwarded-Port', 'X-Forwarded-Server', 'X-Forwarded-Prefix', 'X-Forwarded-Client-Cert', 'X-Scheme'],
  ...['X-Real-IP', 'X-Client-IP', 'X-Cluster-Client-IP', 'X-Remote-Addr', 'X-ProxyUser-Ip', 'Client-IP'],
  ...['WL-Proxy-Client-IP', 'X-Original-Host', 'X-Original-Forwarded-For', 'X-Original-URL', 'Remote-Addr'],
  ...['CF-Connecting-IP', 'CF-Ray', 'True-Client-IP', 'Fastly-Client-IP', 'Fly-Client-IP', 'CDN-Loop'],
  ...[
    'X-Azure-ClientIP',
    'X-ARR-SSL',
    'X-AppEngine-User-IP',
    'X-Amzn-Trace-Id',
    'X-Amz-Cf-Id',
    'X-NF-Client-IP',
  ],
  ...[
    'X-Envoy-External-Address',
    'CloudFront-Viewer-Address',
    'X-Cloud-Trace-Context',
    'X-Vercel-Forwarded-For',
  ],
  ...[
    'Front-End-Https',
    'X-NginX-Proxy',
    'X-Varnish',
    'SSL-Client-Verify',
    'Proxy-Connection',
    'Tailscale-User-Login',
  ],
];
/** What Chromium, Firefox, curl, Prometheus and fetch send. */
const BY_CLIENTS = [
  ...[
    'Host',
    'Connection',
    'Cache-Control',
    'Pragma',
    'Upgrade-Insecure-Requests',
    'User-Agent',
    'Accept',
    'DNT',
  ],
  ...[
    'Sec-Fetch-Site',
    'Sec-Fetch-Mode',
    'Sec-CH-UA',
    'Sec-GPC',
    'Accept-Encoding',
    'Accept-Language',
    'Cookie',
  ],
  ...[
    'Referer',
    'Origin',
    'Priority',
    'Save-Data',
    'Viewport-Width',
    'If-None-Match',
    'If-Modified-Since',
    'TE',
  ],
  ...['X-Prometheus-Scrape-Timeout-Seconds', 'X-Request-Id', 'X-Requested-With', 'X-Api-Key', 'Traceparent'],
  ...[
    'Authorization',
    'Content-Type',
    'Content-Length',
    'X-Client-Data',
    'Idempotency-Key',
    'Range',
    'Purpose',
  ],
];

/** The request as a server of this machine receives it. */
async function received(head: string): Promise<IncomingMessage> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(head);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  socket.destroy();
  server.close();
  return request;
}
const asking = (name: string, value = '1') =>
  received(`GET / HTTP/1.1\r\nHost: localhost\r\n${name}: ${value}\r\n\r\n`);

describe('a request from this machine', () => {
  it.each(BY_PROXIES)('came through a proxy if it has %s', async (name) => {
    expect(isOfThisMachine(await asking(name))).toBe(false);
  });

  it.each(BY_CLIENTS)('came from a client even with %s', async (name) => {
    expect(isOfThisMachine(await asking(name))).toBe(true);
  });

  it('came through a proxy if it is HTTP/1.0, as from nginx without settings', async () => {
    const head = (version: string) =>
      `GET / HTTP/${version}\r\nHost: 127.0.0.1:3000\r\nConnection: close\r\n\r\n`;
    expect(isOfThisMachine(await received(head('1.0')))).toBe(false);
    expect(isOfThisMachine(await received(head('1.1')))).toBe(true);
  });

  it('has an address of the loopback network, in either notation', async () => {
    const request = await asking('Accept');
    const from = (remoteAddress: string | undefined) =>
      isOfThisMachine(
        Object.assign(Object.create(request) as object, { socket: { remoteAddress } }) as IncomingMessage,
      );
    for (const own of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])
      expect([own, from(own)]).toEqual([own, true]);
    for (const foreign of ['10.0.0.1', '::ffff:10.0.0.1', '1::1', '::127.0.0.1', undefined])
      expect([foreign, from(foreign)]).toEqual([foreign, false]);
  });
});

describe('the host of a request', () => {
  const asked = (host: string | undefined, configured: string[] = []) =>
    isAskedByOwnName({ headers: { host } } as IncomingMessage, configured);

  it.each(['localhost', 'LocalHost:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]:3001', '[::1]'])(
    'is this machine: %s',
    (host) => expect(asked(host)).toBe(true),
  );

  it.each([
    ...[
      'evil.example',
      'evil.example:3000',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '10.0.0.1',
      '0.0.0.0',
    ],
    ...['evil.example#localhost', 'localhost@evil.example', '127.0.0.1:80:80', '[::2]', '', undefined],
  ])('is another one: %s', (host) => expect(asked(host)).toBe(false));

  it('may be a configured one, and no host that only contains it', () => {
    for (const host of ['farm.example', 'Farm.Example:8443'])
      expect(asked(host, ['farm.example'])).toBe(true);
    for (const host of ['x.farm.example', 'farm.example.evil.example'])
      expect(asked(host, ['farm.example'])).toBe(false);
  });
});
