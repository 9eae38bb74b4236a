import { NotificationsTables1763600000800 } from './1763600000800-notifications-tables.ts';
import { Alerts1763600000810 } from './1763600000810-alerts.ts';
import { AlertSlices1763600000820 } from './1763600000820-alert-slices.ts';
import { Replays1763600000830 } from './1763600000830-replays.ts';
import { EventsSetAside1763600000831 } from './1763600000831-events-set-aside.ts';
import { DeliveriesByTime1763600000940 } from './1763600000940-deliveries-by-time.ts';

export const notificationsMigrations = [
  NotificationsTables1763600000800,
  Alerts1763600000810,
  AlertSlices1763600000820,
  Replays1763600000830,
  EventsSetAside1763600000831,
  DeliveriesByTime1763600000940,
];
