import type { DeliveryItem } from '@furrow/notifications';
import type { Webhook } from '@furrow/notifications/domain';

export const webhookAnswer = ({ state: { pausedAt, createdAt, updatedAt, ...webhook } }: Webhook) => ({
  ...webhook,
  pausedAt: pausedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export const deliveryAnswer = ({ createdAt, nextAttemptAt, ...delivery }: DeliveryItem) => ({
  ...delivery,
  createdAt: createdAt.toISOString(),
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
});
