import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from './command-line.ts';

let furrow: CommandLine;
beforeAll(async () => {
  furrow = await CommandLine.installed();
});
afterAll(() => furrow.remove());

describe('furrow company create', () => {
  const create = (...args: string[]) => furrow.run('company', 'create', ...args);

  it('creates a company with an invited admin, once', async () => {
    const zone = ['--name', 'New Farm', '--timezone', 'America/Lima'];
    const made = await furrow.json<object>('company', 'create', 'new', '--admin', 'Eva@example.com', ...zone);
    expect(made).toEqual({
      companyId: expect.any(String),
      admin: { userId: expect.any(String), email: 'Eva@example.com', status: 'invited' },
    });
    expect(await furrow.json<object[]>('company', 'list')).toContainEqual(
      expect.objectContaining({ key: 'new', name: 'New Farm', timezone: 'America/Lima' }),
    );
    expect(await furrow.json('user', 'list', '--company', 'new')).toMatchObject([
      { idpId: null, email: 'Eva@example.com', role: 'admin', status: 'invited' },
    ]);
    const said = await create('newer', '--admin', 'tom@example.com');
    expect(said.stdout).toMatch(/there:\n {2}\S*\/console\/settings\b/);
    const again = await create('new', '--admin', 'tom@example.com');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already')]);
  });

  it('says what of it is wrong, and creates nothing', async () => {
    const { code, stderr } = await create('No Key', '--admin', 'nobody', '--timezone', 'Mars');
    expect(code).toBe(1);
    expect(stderr).toMatch(/--timezone must be[^]*Nothing was created/);
    const other = await create('No Key', '--admin', 'nobody');
    expect(other.stderr).toMatch(/KEY must have[^]*--admin must be an e-mail address/);
    expect(JSON.stringify(await furrow.json('company', 'list'))).not.toContain('No Key');
  });
});
