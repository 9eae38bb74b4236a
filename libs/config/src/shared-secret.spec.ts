import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SharedSecret } from './shared-secret.ts';

describe('a shared secret', () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'furrow-secret-'));
  });
  afterEach(() => rm(home, { recursive: true }));
  const secret = (configured?: string) => new SharedSecret(home, 'media-url', configured);

  it('is the configured one, and then none is created', async () => {
    expect(await secret('configured').text()).toBe('configured');
    expect(await readdir(home)).toEqual([]);
  });

  it('is created once for concurrent processes, and read by later ones', async () => {
    const texts = await Promise.all(Array.from({ length: 10 }, () => secret().text()));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(await secret().text()).toBe(texts[0]);
    expect(await readdir(join(home, 'keys'))).toEqual(['media-url']);
    expect((await stat(join(home, 'keys', 'media-url'))).mode & 0o777).toBe(0o600);
  });
});
