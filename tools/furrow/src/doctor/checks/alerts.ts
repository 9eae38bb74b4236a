import { MAX_ATTEMPTS } from '@furrow/notifications/domain';
import type { Database } from '@furrow/database';
import type { Check } from '../finding.ts';

const SET_ASIDE = `
  SELECT count(*) OVER ()::int AS count, device_id AS "deviceId", retry_at AS "retryAt"
  FROM notifications.alert_attempts WHERE attempts >= ${MAX_ATTEMPTS} ORDER BY retry_at, device_id LIMIT 5`;
const COUNTS = `
  SELECT count(*) FILTER (WHERE p.due_at < now() - interval '2 minutes' AND coalesce(t.attempts, 0) < ${MAX_ATTEMPTS})::int AS late,
         count(*) FILTER (WHERE p.state IN ('firing', 'no_data'))::int AS raised
  FROM notifications.alert_progress p
  LEFT JOIN notifications.alert_attempts t ON t.company_id = p.company_id AND t.device_id = p.device_id`;

/** Whether alert rules are evaluated at all; what they raise is up to the farms. */
export const alerts: Check<Database> = {
  subject: 'alerts',
  async examine(database, findings) {
    const [[counts], setAside] = await database.system((tx) =>
      Promise.all([
        tx.query<{ late: number; raised: number }>(COUNTS),
        tx.query<{ count: number; deviceId: string; retryAt: Date }>(SET_ASIDE),
      ]),
    );
    const [next] = setAside;
    if (next) {
      const shown = setAside.map(({ deviceId }) => deviceId).join(', ');
      findings.warning(
        `${next.count} ${next.count === 1 ? 'device is' : 'devices are'} set aside, because the evaluation of their ` +
          `alert rules failed ${MAX_ATTEMPTS} times: ${shown}${next.count > setAside.length ? ', …' : ''}.`,
        `Look for failed evaluations in the log of the API. The next attempt is at ${next.retryAt.toISOString()}.`,
      );
    }
    if (counts && counts.late > 0)
      findings.warning(
        `${counts.late} alert rules have been waiting for evaluation for more than two minutes.`,
        'Check that an API is running, and look for failed evaluations in its log.',
      );
    findings.elseFine(`Rules are evaluated; raised right now: ${counts?.raised ?? 0}.`);
  },
};
