import { afterAll, beforeAll } from '@jest/globals';
import { NotificationsOnPostgres } from '../../testing/notifications-on-postgres.ts';
import { describeNotificationsPorts } from '../../testing/notifications.contract.ts';
import { TypeormNotificationsTransactions } from './typeorm-notifications-transactions.ts';

let postgres: NotificationsOnPostgres;
beforeAll(async () => {
  postgres = await NotificationsOnPostgres.start();
});
afterAll(() => postgres?.close());

describeNotificationsPorts('PostgreSQL', async () => {
  const { database, owner } = postgres;
  const [own, other] = [await postgres.newCompany(), await postgres.newCompany()];
  const registered = async (workerId: string, at: Date) => {
    await owner.query(
      `INSERT INTO audit.entries (company_id, act, subjects, at) VALUES ($1, 'worker.registered', $2, $3)`,
      [own, [workerId], at],
    );
  };
  return { transactions: new TypeormNotificationsTransactions(database), own, other, registered };
});
