import type { Database } from '@furrow/database';
import type { Check } from '../../finding.ts';

/** Readings are partitioned by month: partitions for this month and the next must exist before they are needed. */
const MISSING = `
  SELECT 'telemetry.' || parent || to_char(month, '_YYYY_MM') AS name
  FROM unnest(ARRAY['weather', 'whole_weather', 'plant']) AS parent,
       generate_series(date_trunc('month', now() AT TIME ZONE 'UTC'),
                       date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month', interval '1 month') AS month
  WHERE to_regclass('telemetry.' || parent || to_char(month, '_YYYY_MM')) IS NULL
  ORDER BY 1`;

export const partitions: Check<Database> = {
  subject: 'partitions',
  async examine(database, findings) {
    const missing = await database.system((tx) => tx.query<{ name: string }>(MISSING));
    if (missing.length > 0)
      findings.wrong(
        `There is no ${missing.map(({ name }) => name).join(', ')}.`,
        'The API or the IoT gateway creates partitions in advance: start one of them, and check its log.',
      );
    findings.elseFine('The partitions of this month and the next exist.');
  },
};
