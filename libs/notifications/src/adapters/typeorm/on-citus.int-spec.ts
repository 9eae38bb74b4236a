import { afterAll, beforeAll } from '@jest/globals';
import { describeOnCitus } from '@furrow/testbed';
import { describeAlertQueue } from '../../testing/alert-queue.contract.ts';
import { describeDeliveryQueue } from '../../testing/delivery-queue.contract.ts';
import { NotificationsOnPostgres } from '../../testing/notifications-on-postgres.ts';
import { describeNotificationsPorts } from '../../testing/notifications.contract.ts';

describeOnCitus('the ports of notifications, their tables distributed by company,', () => {
  let postgres: NotificationsOnPostgres;
  beforeAll(async () => {
    postgres = await NotificationsOnPostgres.start({ onCitus: true });
  });
  afterAll(() => postgres?.close());

  describeNotificationsPorts('Citus', () => postgres.twoFarms());
  describeDeliveryQueue('Citus', { onCitus: true });
  describeAlertQueue('Citus', { onCitus: true });
});
