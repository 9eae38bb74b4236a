import { afterAll, beforeAll } from '@jest/globals';
import { NotificationsOnPostgres } from '../../testing/notifications-on-postgres.ts';
import { describeNotificationsPorts } from '../../testing/notifications.contract.ts';

let postgres: NotificationsOnPostgres;
beforeAll(async () => {
  postgres = await NotificationsOnPostgres.start();
});
afterAll(() => postgres?.close());

describeNotificationsPorts('PostgreSQL', () => postgres.twoFarms());
