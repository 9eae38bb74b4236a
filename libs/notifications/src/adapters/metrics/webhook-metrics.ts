import type { Database } from '@furrow/database';
import type { Metrics } from '@furrow/observability';
import type {
  DeliveryDispatcher,
  DeliveryObserver,
} from '../../application/deliveries/delivery-dispatcher.ts';

const FRESH_SECONDS = 10;

/** Counts the outcomes of attempts of this process. */
export function observerOf(metrics: Metrics): DeliveryObserver {
  const attempts = metrics.counter(
    'furrow_webhook_attempts_total',
    'Attempts to send a webhook, by outcome; unrecorded attempts are repeated',
    ['outcome'],
  );
  const duration = metrics.histogram(
    'furrow_webhook_attempt_duration_seconds',
    'Time from the look-up of a receiver to its status line',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  );
  return {
    attempted(outcome, seconds) {
      attempts.inc({ outcome });
      duration.observe(seconds);
    },
    unrecorded(count) {
      attempts.inc({ outcome: 'unrecorded' }, count);
    },
  };
}

/**
 * Pending and failing deliveries of the installation; every process reports the same values, except for its own
 * attempts in flight.
 */
export function gaugesOf(metrics: Metrics, database: Database, dispatcher: DeliveryDispatcher): void {
  metrics.gauge('furrow_webhooks_in_flight', 'Attempts in flight', () => dispatcher.inFlight);
  metrics.measured(
    {
      furrow_webhooks_overdue_seconds:
        'How long the most overdue delivery of the installation has been waiting',
      furrow_webhooks_failing: 'Active webhooks of the installation whose last attempt failed',
      furrow_webhooks_stopped: 'Webhooks that are paused because their receiver failed or is gone',
    },
    FRESH_SECONDS,
    async () => {
      const [row] = await database.system((tx) =>
        tx.query<{ overdue: number; failing: number; stopped: number }>(
          `SELECT coalesce(greatest(extract(epoch FROM now() - min(q.due_at)
                    FILTER (WHERE w.status = 'active' AND isfinite(q.due_at))), 0), 0)::float8 AS overdue,
                  count(*) FILTER (WHERE w.status = 'active' AND q.failing_since IS NOT NULL)::int AS failing,
                  count(*) FILTER (WHERE w.status = 'paused' AND w.paused_reason <> 'requested')::int AS stopped
           FROM notifications.webhooks w JOIN notifications.delivery_queues q USING (company_id, webhook_id)`,
        ),
      );
      return {
        furrow_webhooks_overdue_seconds: row?.overdue ?? 0,
        furrow_webhooks_failing: row?.failing ?? 0,
        furrow_webhooks_stopped: row?.stopped ?? 0,
      };
    },
  );
}
