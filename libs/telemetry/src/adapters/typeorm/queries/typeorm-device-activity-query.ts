import type { Database } from '@furrow/database';
import type { DeviceActivityQuery, HourlyCount, UsualInterval } from '../../../application/ports.ts';

/**
 * Sources know which devices have sent what; each is one range of the key of its readings, which an index answers alone.
 * Irrigation is found by its start. $1 the company, $2 and $3 from when on and until when.
 */
const READINGS_BY_HOUR = `
  SELECT s.device_id AS "deviceId", counted.hour, counted.count
    FROM (SELECT DISTINCT kind, device_id, CASE kind WHEN 'irrigation' THEN project_id END AS project_id
            FROM telemetry.sources WHERE company_id = $1) AS s
    LEFT JOIN LATERAL (
      SELECT floor(extract(epoch FROM at - $2::timestamptz) / 3600)::integer AS hour, count(*)::integer AS count
        FROM (SELECT w.ts AS at FROM telemetry.weather w
               WHERE s.kind = 'weather' AND w.company_id = $1 AND w.device_id = s.device_id
                 AND w.ts >= $2::timestamptz AND w.ts < $3::timestamptz
              UNION ALL
              SELECT p.ts FROM telemetry.plant p
               WHERE s.kind = 'plant' AND p.company_id = $1 AND p.device_id = s.device_id
                 AND p.ts >= $2::timestamptz AND p.ts < $3::timestamptz
              UNION ALL
              SELECT o.ts FROM telemetry.soil o
               WHERE s.kind = 'soil' AND o.company_id = $1 AND o.device_id = s.device_id
                 AND o.ts >= $2::timestamptz AND o.ts < $3::timestamptz
              UNION ALL
              SELECT i.started_at FROM telemetry.irrigation i
               WHERE s.kind = 'irrigation' AND i.company_id = $1 AND i.project_id = s.project_id
                 AND i.device_id = s.device_id AND i.started_at >= $2::timestamptz AND i.started_at < $3::timestamptz
             ) AS readings
       GROUP BY 1) AS counted ON true`;

/**
 * The median interval of the latest 20 readings, of which members measured at the same instant are one, whenever they
 * were: a station that broke down a month ago still has it. Of several kinds, the shortest. $1 the company.
 */
const USUAL_INTERVALS = `
  SELECT s.device_id AS "deviceId", min(usual.seconds) AS seconds
    FROM (SELECT DISTINCT kind, device_id FROM telemetry.sources
           WHERE company_id = $1 AND kind IN ('weather', 'plant', 'soil')) AS s
   CROSS JOIN LATERAL (
     SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY gap) AS seconds
       FROM (SELECT extract(epoch FROM at - lead(at) OVER (ORDER BY at DESC))::integer AS gap
               FROM ((SELECT w.ts AS at FROM telemetry.weather w
                       WHERE s.kind = 'weather' AND w.company_id = $1 AND w.device_id = s.device_id
                       ORDER BY w.ts DESC LIMIT 20)
                     UNION ALL
                     (SELECT DISTINCT p.ts FROM telemetry.plant p
                       WHERE s.kind = 'plant' AND p.company_id = $1 AND p.device_id = s.device_id
                       ORDER BY p.ts DESC LIMIT 20)
                     UNION ALL
                     (SELECT DISTINCT o.ts FROM telemetry.soil o
                       WHERE s.kind = 'soil' AND o.company_id = $1 AND o.device_id = s.device_id
                       ORDER BY o.ts DESC LIMIT 20)) AS latest) AS gaps
   ) AS usual
   WHERE usual.seconds IS NOT NULL
   GROUP BY s.device_id`;

export class TypeormDeviceActivityQuery implements DeviceActivityQuery {
  constructor(private readonly database: Database) {}

  usualIntervals(companyId: string): Promise<readonly UsualInterval[]> {
    return this.database.tenant(companyId, (tx) => tx.query<UsualInterval>(USUAL_INTERVALS, [companyId]));
  }

  readingsByHour(
    companyId: string,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<readonly HourlyCount[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<HourlyCount>(
        `SELECT "deviceId", hour, sum(count)::integer AS count FROM (${READINGS_BY_HOUR}) AS counted
          GROUP BY 1, 2 ORDER BY "deviceId" COLLATE "C", hour`,
        [companyId, from, to],
      ),
    );
  }
}
