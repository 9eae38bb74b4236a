import type { Database } from '@furrow/database';
import type { Check } from '../finding.ts';

interface Row {
  readonly stopped: number;
  readonly failing: number;
  /** Those that have not failed for long. */
  readonly refusing: number;
  readonly overdue: number;
  readonly first: string | null;
  readonly replays: number;
  readonly events: number;
}

const HEALTH = `
  SELECT hooks.*, replays.count AS replays, events.count AS events
  FROM (
    SELECT count(*) FILTER (WHERE w.status = 'paused' AND w.paused_reason <> 'requested')::int AS stopped,
           count(*) FILTER (WHERE w.status = 'active' AND q.failing_since < now() - interval '1 hour')::int AS failing,
           count(*) FILTER (WHERE w.status = 'active' AND q.failing_since >= now() - interval '1 hour')::int AS refusing,
           count(*) FILTER (WHERE w.status = 'active' AND q.due_at < now() - interval '2 minutes')::int AS overdue,
           min(w.webhook_id::text) FILTER (WHERE w.status = 'paused' AND w.paused_reason <> 'requested'
             OR w.status = 'active' AND q.failing_since IS NOT NULL) AS first
    FROM notifications.webhooks w JOIN notifications.delivery_queues q USING (company_id, webhook_id)) AS hooks,
    (SELECT count(*)::int FROM notifications.replays WHERE outcome IS NULL AND failures >= 3) AS replays,
    (SELECT count(*)::int FROM notifications.events_set_aside) AS events`;

/** A failing receiver is its owner's problem; deliveries that are not sent are the installation's. */
export const webhooks: Check<Database> = {
  subject: 'webhooks',
  async examine(database, findings) {
    const [row] = await database.system((tx) => tx.query<Row>(HEALTH));
    if (row === undefined) return;
    const { stopped, failing, refusing, overdue, first, replays, events } = row;
    const which = `webhook ${first}; see its deliveries for the reason (GET /api/control/webhooks/${first}/deliveries).`;
    if (overdue > 0)
      findings.wrong(
        `Deliveries of ${overdue} webhooks have been due for more than two minutes.`,
        'An API sends them: start one, and look for "webhooks are delayed" in its log.',
      );
    if (events > 0)
      findings.wrong(
        `Deliveries of ${events} acts could not be made; they are tried again.`,
        'notifications.events_set_aside has the errors.',
      );
    if (replays > 0)
      findings.warning(
        `${replays} replays of webhooks failed several times; they are tried again.`,
        'Look for "the replay of webhook" in the log of the API.',
      );
    if (stopped > 0)
      findings.warning(
        `${stopped} webhooks are paused because their receivers took nothing for five days or are gone.`,
        `For example ${which} Once the receiver works again, an admin resumes it and replays the events.`,
      );
    if (failing > 0)
      findings.warning(
        `The receivers of ${failing} webhooks have failed for more than an hour.`,
        `For example ${which}`,
      );
    if (refusing > 0)
      findings.warning(
        `The receivers of ${refusing} webhooks failed at the last attempt; it is tried again.`,
        `For example ${which}`,
      );
    findings.elseFine('Deliveries are sent, and every receiver accepts them.');
  },
};
