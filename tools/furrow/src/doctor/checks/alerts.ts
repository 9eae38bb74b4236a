import type { Database } from '@furrow/platform';
import type { Check } from '../finding.ts';

const COUNTS = `
  SELECT count(*) FILTER (WHERE due_at < now() - interval '2 minutes')::int AS late,
         count(*) FILTER (WHERE state IN ('firing', 'no_data'))::int AS raised
  FROM notifications.alert_progress`;

/** Whether alert rules are evaluated at all; what they raise is up to the farms. */
export const alerts: Check<Database> = {
  subject: 'alerts',
  async examine(database, findings) {
    const [counts] = await database.system((tx) => tx.query<{ late: number; raised: number }>(COUNTS));
    if (counts && counts.late > 0)
      findings.warning(
        `${counts.late} alert rules have been waiting for evaluation for more than two minutes.`,
        'Check that an API is running, and look for failed evaluations in its log.',
      );
    findings.elseFine(`Rules are evaluated; raised right now: ${counts?.raised ?? 0}.`);
  },
};
