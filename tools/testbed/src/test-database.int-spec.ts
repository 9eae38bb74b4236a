import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

describe('a test database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is owned by the owner and closed to the login of a service', async () => {
    await asked(database.ownerUrl, 'CREATE TABLE public.probe (id int)');
    await expect(asked(database.url, 'SELECT * FROM public.probe')).rejects.toThrow('permission denied');
    const [login] = await asked(
      database.url,
      'SELECT rolsuper, rolinherit, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = current_user',
    );
    expect(login).toEqual({ rolsuper: false, rolinherit: false, rolbypassrls: false, rolcreaterole: false });
  });

  it('is separate for each request, also for concurrent ones', async () => {
    const several = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
    expect(new Set(several.map(({ url }) => url)).size).toBe(3);
    for (const one of several) {
      await asked(one.ownerUrl, 'CREATE TABLE public.probe (id int)');
      await one.drop();
    }
  });

  it('can be dropped while clients are connected', async () => {
    const { url, drop } = await createTestDatabase();
    const client = new Client({ connectionString: url });
    const cut = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await drop();
    await cut;
    await expect(asked(url, 'SELECT 1')).rejects.toThrow('does not exist');
  });
});

async function asked(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
