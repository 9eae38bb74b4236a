import type { DeliveryItem } from '@furrow/notifications';
import type { Replay, Webhook } from '@furrow/notifications/domain';

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

export const replayAnswer = ({ status, readUpTo, state }: Replay) => ({
  webhookId: state.webhookId,
  status,
  since: state.since.toISOString(),
  requestedAt: state.until.toISOString(),
  readUpTo: readUpTo?.toISOString() ?? null,
  replayed: state.replayed,
  // A slice that is under way has no outcome yet.
  reason: status === 'running' ? null : state.reason,
  nextAttemptAt: status === 'set_aside' ? (state.nextAt?.toISOString() ?? null) : null,
  endedAt: state.endedAt?.toISOString() ?? null,
});
