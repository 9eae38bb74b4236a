import { NotificationsTables1763600000800 } from './1763600000800-notifications-tables.ts';

export const notificationsMigrations = [NotificationsTables1763600000800];
