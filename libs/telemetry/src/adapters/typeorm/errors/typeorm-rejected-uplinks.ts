import type { Database } from '@furrow/database';
import {
  MAX_REJECTED_UPLINKS,
  type RejectedUplink,
  type RejectedUplinks,
  type RejectedUplinkView,
} from '../../../application/lorawan/ports.ts';

const MAX_REASONS = 50;
const MAX_CHARACTERS = 300;

const ADD = `
  INSERT INTO telemetry.rejected_uplinks AS r (company_id, dev_eui, network, code, reasons, count, first_at, last_at)
  VALUES ($1, $2, $3, $4, $5, 1, $6, $6)
  ON CONFLICT (company_id, dev_eui, network, code)
    DO UPDATE SET reasons = excluded.reasons, count = r.count + 1, last_at = greatest(r.last_at, excluded.last_at)
  RETURNING count = 1 AS "isNew"`;

/** All but the latest. */
const REMOVE_MORE = `
  DELETE FROM telemetry.rejected_uplinks r
   USING (SELECT dev_eui, network, code FROM telemetry.rejected_uplinks
           WHERE company_id = $1 ORDER BY last_at DESC, dev_eui, network, code OFFSET ${MAX_REJECTED_UPLINKS}) AS old
   WHERE r.company_id = $1 AND r.dev_eui = old.dev_eui AND r.network = old.network AND r.code = old.code`;

const ALL = `
  SELECT r.dev_eui AS "devEui", r.network, r.code, r.reasons, r.count::float8 AS count,
         r.first_at AS "firstAt", r.last_at AS "lastAt", d.device_id AS "deviceId"
    FROM telemetry.rejected_uplinks r
    LEFT JOIN access.devices d ON d.company_id = r.company_id AND d.dev_eui = r.dev_eui
   WHERE r.company_id = $1
   ORDER BY r.last_at DESC, r.dev_eui, r.network, r.code`;

export class TypeormRejectedUplinks implements RejectedUplinks {
  constructor(private readonly database: Database) {}

  add({ companyId, devEui, network, code, reasons, at }: RejectedUplink): Promise<void> {
    const kept = reasons.slice(0, MAX_REASONS).map(({ field, message }) => ({
      field: field.slice(0, MAX_CHARACTERS),
      message: message.slice(0, MAX_CHARACTERS),
    }));
    return this.database.tenant(companyId, async (tx) => {
      const parameters = [companyId, devEui, network, code, JSON.stringify(kept), at];
      const [row] = await tx.query<{ isNew: boolean }>(ADD, parameters);
      if (row?.isNew === true) await tx.change(REMOVE_MORE, [companyId]);
    });
  }

  all(companyId: string): Promise<readonly RejectedUplinkView[]> {
    return this.database.tenant(companyId, (tx) => tx.query<RejectedUplinkView>(ALL, [companyId]));
  }

  removeBefore(instant: Date): Promise<number> {
    return this.database.system((tx) =>
      tx.change('DELETE FROM telemetry.rejected_uplinks WHERE last_at < $1', [instant]),
    );
  }
}
