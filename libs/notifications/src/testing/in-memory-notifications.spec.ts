import { InMemoryNotifications } from './in-memory-notifications.ts';
import { describeNotificationsPorts } from './notifications.contract.ts';

describeNotificationsPorts('the in-memory fakes', async () => {
  const transactions = new InMemoryNotifications();
  let entryId = 0;
  const registered = async (workerId: string, at: Date) =>
    transactions.commit({
      ...{ companyId: 'own', micros: at.getTime() * 1_000, entryId: ++entryId, userId: null },
      ...{ act: 'worker.registered', subjects: [workerId], count: 1, within: null },
    });
  return { transactions, queue: transactions, own: 'own', other: 'other', registered };
});
