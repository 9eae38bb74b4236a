import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from './command-line.ts';
import { farm } from './farms.ts';

const DAY_MS = 86_400_000;
const keyOf = (companyId: string, letter: string) => `${companyId}/${letter.repeat(40)}.jpg`;

let furrow: CommandLine;
let companyId: string;
beforeAll(async () => {
  furrow = await CommandLine.installed();
  ({ companyId } = await furrow.json<{ companyId: string }>(
    'apply',
    await furrow.file('f.json', farm('acme')),
  ));
});
afterAll(() => furrow.remove());

async function stored(letter: string, daysAgo: number): Promise<string> {
  const path = join(furrow.home, 'media', keyOf(companyId, letter));
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, 'a photo');
  const time = new Date(Date.now() - daysAgo * DAY_MS);
  await utimes(path, time, time);
  return path;
}

/** Stored as the service stores the media of a record. */
async function kept(letter: string): Promise<void> {
  await furrow.sql(
    `INSERT INTO media.objects (company_id, key, mime_type, bytes, created_at, kept) VALUES ($1, $2, 'image/jpeg', 7, now(), true)`,
    [companyId, keyOf(companyId, letter)],
  );
}

const warnings = async () => {
  const { findings } = await furrow.json<{ findings: { subject: string; state: string; message: string }[] }>(
    'doctor',
  );
  return findings.filter(({ subject, state }) => subject === 'media' && state === 'warning');
};

describe('furrow media sweep', () => {
  it('has nothing to do without media', async () => {
    expect((await furrow.run('media', 'sweep')).stdout).toContain('0 removed');
    expect(await warnings()).toEqual([]);
  });

  it('refuses a database that knows none of the media', async () => {
    const path = await stored('a', 30);
    const { code, stderr } = await furrow.run('media', 'sweep');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/refers to none of the 1 files.*--even-all/)]);
    expect(existsSync(path)).toBe(true);
  });

  it('removes only what a restore of an older dump left', async () => {
    const paths = [await stored('a', 30), await stored('b', 3), await stored('c', 30)];
    const note = join(furrow.home, 'media', 'note.txt');
    await writeFile(note, 'not a medium');
    await kept('c');
    expect(await warnings()).toEqual([
      expect.objectContaining({ message: expect.stringContaining('No row refers to 2 of 3 media files') }),
    ]);
    const counted = { objects: 3, strays: 2, failed: 0 };
    expect(await furrow.json('media', 'sweep', '--dry-run')).toEqual({
      ...counted,
      dryRun: true,
      removed: 0,
      young: 0,
    });
    expect(paths.map((path) => existsSync(path))).toEqual([true, true, true]);
    expect(await furrow.json('media', 'sweep')).toEqual({ ...counted, dryRun: false, removed: 1, young: 1 });
    expect(paths.map((path) => existsSync(path))).toEqual([false, true, true]);
    expect(await furrow.json('media', 'sweep', '--older-than', '1d')).toMatchObject({ removed: 1, young: 0 });
    expect([...paths, note].map((path) => existsSync(path))).toEqual([false, false, true, true]);
    expect(await warnings()).toEqual([]);
  });
});
