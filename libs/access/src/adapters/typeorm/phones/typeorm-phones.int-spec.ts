import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database, migrate } from '@furrow/database';
import { newId } from '@furrow/kernel';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import { MAX_PHONES_OF_USER } from '../../../application/ports.ts';
import { aCompany, aUser } from '../../../testing/builders.ts';
import { accessMigrations } from '../migrations/index.ts';
import { accessRows } from '../rows.ts';
import { TypeormCompanyRepository } from '../typeorm-company-repository.ts';
import { TypeormUserRepository } from '../typeorm-user-repository.ts';
import { TypeormPhoneQuery } from './typeorm-phone-query.ts';
import { TypeormPhoneRepository } from './typeorm-phone-repository.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  await migrate(test.ownerUrl, test.url, accessMigrations);
  database = await Database.connect(test.url, { poolSize: 2, rows: accessRows });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

async function aPhoneUser() {
  const [company, user] = [aCompany(), aUser()];
  const { companyId } = company;
  await database.tenant(companyId, async (tx) => {
    await new TypeormCompanyRepository(tx).add(company);
    await new TypeormUserRepository(tx).add([user]);
  });
  const report = (phoneId: string, minute: number, unsent: number) =>
    database.tenant(companyId, (tx) =>
      new TypeormPhoneRepository(tx).report(
        user.userId,
        { phoneId, unsent, version: '0.3.0', persisted: null },
        new Date(Date.UTC(2026, 4, 1, 10, minute)),
      ),
    );
  return { companyId, user, report, all: () => new TypeormPhoneQuery(database).all(companyId) };
}

it('has what each phone told last, and since when, for its own company alone', async () => {
  const [mine, theirs] = [await aPhoneUser(), await aPhoneUser()];
  const [one, two] = [newId(), newId()];
  await mine.report(one, 1, 3);
  await mine.report(two, 2, 0);
  await mine.report(one, 5, 7);
  await theirs.report(one, 9, 1);
  const { userId, profile } = mine.user;
  const ofUser = { userId, userName: profile.name, version: '0.3.0', persisted: null };
  const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 10, minute));
  expect(await mine.all()).toEqual([
    { ...ofUser, phoneId: one, unsent: 7, firstSeenAt: at(1), lastSeenAt: at(5) },
    { ...ofUser, phoneId: two, unsent: 0, firstSeenAt: at(2), lastSeenAt: at(2) },
  ]);
  expect(await theirs.all()).toMatchObject([{ phoneId: one, unsent: 1 }]);
  expect(
    await database.tenant(theirs.companyId, (tx) => tx.query('SELECT phone_id FROM access.phones')),
  ).toHaveLength(1);
});

it('keeps so many phones of a user, those that told last', async () => {
  const { report, all } = await aPhoneUser();
  const ids = Array.from({ length: MAX_PHONES_OF_USER + 2 }, () => newId());
  for (const [minute, id] of ids.entries()) await report(id, minute, 0);
  expect((await all()).map(({ phoneId }) => phoneId)).toEqual(ids.slice(2).reverse());
});
