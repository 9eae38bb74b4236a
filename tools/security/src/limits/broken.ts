import { insidesIn } from '../inspect.ts';
import type { Outcome } from './under-attack.ts';
import { hold, unended } from './sockets.ts';

const HOST = 'Host: x\r\n';
const CLOSE = `${HOST}Connection: close\r\n`;
const LIVE = 'GET /health/live HTTP/1.1\r\n';

/** Malformed or contradictory HTTP, and the statuses that may answer it. */
const BROKEN: readonly [what: string, bytes: string | Buffer, statuses: readonly number[]][] = [
  ['nonsense', 'nonsense\r\n\r\n', [400]],
  ['TLS', Buffer.from('16030100c8010000c40303', 'hex'), [400]],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['HTTP/0.9', 'GET /nothing\r\n\r\n', [400, 404]],
  ['an unknown method', 'BREW /health/live HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
  ['a head of 64 kB', `${LIVE}${HOST}X-Long: ${'a'.repeat(65_536)}\r\n\r\n`, [431]],
  ['10,000 headers', `${LIVE}${HOST}${'A: b\r\n'.repeat(10_000)}\r\n`, [431]],
  ['U+0000 in a header', `${LIVE}${HOST}X: a\0b\r\n\r\n`, [400]],
  ['a header with a space in its name', `${LIVE}${HOST}X Y: a\r\n\r\n`, [400]],
  [
    'two lengths',
    `POST /api/iot/token HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    [400],
  ],
  [
    'a length and chunks',
    `POST /api/iot/token HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  [
    'chunks without a size',
    `POST /api/iot/token HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`,
    [400, 401, 404],
  ],
  ['an unknown transfer coding', `POST /x HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip\r\n\r\nab`, [400, 404]],
  ['an unknown expectation', `${LIVE}${CLOSE}Expect: the-impossible\r\n\r\n`, [200]],
  ['a path of 10 kB', `GET /${'a/'.repeat(5_000)} HTTP/1.1\r\n${CLOSE}\r\n`, [404]],
  ['raw bytes in the path', Buffer.from(`GET /\xff\xfe HTTP/1.1\r\n${CLOSE}\r\n`, 'latin1'), [400, 404]],
  ['a path that leaves the root', `GET /../../../../etc/passwd HTTP/1.1\r\n${CLOSE}\r\n`, [404]],
  ['an absolute URL', `GET http://evil.example/etc/passwd HTTP/1.1\r\n${CLOSE}\r\n`, [404]],
  ['TRACE', `TRACE / HTTP/1.1\r\n${CLOSE}Cookie: a=b\r\n\r\n`, [404]],
];

/** Each is refused with the usual body and security headers, or the connection is closed. */
export async function brokenRequests(url: string): Promise<Outcome> {
  const problems: string[] = [];
  for (const [what, bytes, statuses] of BROKEN) {
    const held = await hold(url);
    held.socket.write(bytes);
    if ((await unended([held])) > 0) problems.push(`${what}: the connection was never closed`);
    const { answer } = held;
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
    if (!statuses.includes(status))
      problems.push(`${what}: the answer was ${status}: ${answer.slice(0, 200)}`);
    if (!/^x-content-type-options: nosniff/im.test(answer))
      problems.push(`${what}: x-content-type-options is missing`);
    if (!/^content-security-policy: /im.test(answer))
      problems.push(`${what}: content-security-policy is missing`);
    if (status >= 400 && !/"code":"\w+"/.test(answer)) problems.push(`${what}: the body has no code`);
    problems.push(...insidesIn(answer).map((problem) => `${what}: ${problem}`));
  }
  return { tried: BROKEN.length, problems };
}
