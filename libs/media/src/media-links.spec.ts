import { describe, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { SharedSecret } from '@furrow/config';
import { MediaLinks } from './media-links.ts';
import { PublicAddress } from './public-address.ts';

const KEY = '0198c0de-0000-7000-8000-000000000001/0123456789abcdef0123456789abcdef01234567.jpg';

const linksWith = (clock: FixedClock, secret = 'a secret of more than thirty-two characters') => {
  const address = new PublicAddress(undefined);
  address.listensAt('http://127.0.0.1:3000');
  return new MediaLinks(new SharedSecret('/nowhere', 'media-url', secret), 3_600, address, clock);
};

describe('links to media', () => {
  const clock = new FixedClock('2026-01-31T08:00:00Z');
  const links = linksWith(clock);
  const asked = async () => {
    const url = new URL(await links.urlOf(KEY));
    return { url, expires: url.searchParams.get('expires'), signature: url.searchParams.get('signature') };
  };
  const refused = expect.objectContaining({ code: 'forbidden' });

  it('lead to the API and say how long they are valid', async () => {
    const { url, expires, signature } = await asked();
    expect(url.href).toMatch(`http://127.0.0.1:3000/media/${KEY}?expires=`);
    expect(await links.check(KEY, expires, signature)).toBe(3_600);
    clock.advance(3_599_000);
    expect(await links.check(KEY, expires, signature)).toBe(1);
    clock.advance(1_000);
    await expect(links.check(KEY, expires, signature)).rejects.toEqual(refused);
  });

  it('are valid for nothing else, no longer, and not under another key', async () => {
    const { expires, signature } = await asked();
    const later = String(Number(expires) + 1);
    for (const [key, until, sign] of [
      [KEY.replace('.jpg', '.png'), expires, signature],
      [KEY, later, signature],
      [KEY, `${expires}0`, signature],
      [KEY, `+${expires}`, signature],
      [KEY, expires, signature?.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
      [KEY, expires, ''],
      [KEY, expires, undefined],
      [KEY, undefined, signature],
      [KEY, [expires, expires], signature],
    ] as const)
      await expect(links.check(key, until, sign)).rejects.toEqual(refused);
    const others = linksWith(clock, 'another secret of more than thirty-two characters');
    await expect(others.check(KEY, expires, signature)).rejects.toEqual(refused);
  });

  it('cannot be created before the address is known', () => {
    expect(() => new PublicAddress(undefined).url).toThrow('not known yet');
    const behindProxy = new PublicAddress('https://farm.example');
    behindProxy.listensAt('http://127.0.0.1:3000');
    expect(behindProxy.url).toBe('https://farm.example');
  });
});
