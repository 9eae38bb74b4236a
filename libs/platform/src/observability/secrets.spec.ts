import { describe, expect, it } from '@jest/globals';
import { withoutSecrets } from './secrets.ts';

const KEY_ID = 'fk_0123456789abcdef0123';

describe('a line of the log', () => {
  it.each([
    ['eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl-_x', 'c2lnbmF0dXJl-_x'],
    [`${KEY_ID}.${'s'.repeat(43)}`, 's'.repeat(43)],
    ['authorization: Bearer of-a-static-key', 'of-a-static-key'],
    ['"authorization":"Basic dXNlcjpwYXNz="', 'dXNlcjpwYXNz'],
    ['connect postgres://furrow:p:a/ss@w0rd@db:5432/furrow failed', 'w0rd'],
    ['rediss://:only-a-password@redis:6379', 'only-a-password'],
  ])('keeps %s to itself', (text, secret) => {
    const line = withoutSecrets(JSON.stringify({ msg: text, at: 'end' }));
    expect(line).not.toContain(secret);
    expect(line).toContain('[removed]');
    expect(JSON.parse(line)).toMatchObject({ at: 'end' });
  });

  it('still tells whose it was, and everything else', () => {
    expect(withoutSecrets(`token ${KEY_ID}.${'s'.repeat(43)} of postgres://furrow:secret@db/furrow`)).toBe(
      `token ${KEY_ID}.[removed] of postgres://furrow:[removed]@db/furrow`,
    );
    const plain = '{"msg":"GET http://127.0.0.1:3000/api at 10:30 by a@b.example","url":"https://x/y:z"}';
    expect(withoutSecrets(plain)).toBe(plain);
  });
});
