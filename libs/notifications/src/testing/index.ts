export {
  describeNotificationsTransactions,
  type TwoCompanies,
} from './notifications-transactions.contract.ts';
export { InMemoryNotifications } from './in-memory-notifications.ts';
