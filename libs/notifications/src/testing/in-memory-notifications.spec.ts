import { describeNotificationsTransactions } from './notifications-transactions.contract.ts';
import { InMemoryNotifications } from './in-memory-notifications.ts';

describeNotificationsTransactions('the one in memory', async () => ({
  transactions: new InMemoryNotifications(),
  own: 'own',
  other: 'other',
}));
