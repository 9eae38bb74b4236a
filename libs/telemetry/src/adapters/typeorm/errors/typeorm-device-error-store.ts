import { type Database, DatabaseUnavailable, nodesOfCompanies } from '@furrow/platform';
import { type DeviceErrors, DeviceErrorStore } from '../../../application/ports.ts';

/** In the order of the key, so that gateways that count at once lock rows in one order. */
const ADD = `
  INSERT INTO telemetry.device_errors AS e (company_id, hour, device_id, count, last_code, last_at)
  SELECT a.company_id, a.hour, a.device_id, a.count, a.last_code, a.last_at
    FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::bigint[], $5::text[], $6::timestamptz[])
         AS a (company_id, hour, device_id, count, last_code, last_at)
   ORDER BY 1, 2, 3
  ON CONFLICT (company_id, hour, device_id) DO UPDATE
    SET count = e.count + excluded.count,
        last_code = CASE WHEN excluded.last_at >= e.last_at THEN excluded.last_code ELSE e.last_code END,
        last_at = CASE WHEN excluded.last_at >= e.last_at THEN excluded.last_at ELSE e.last_at END`;

const OF_HOURS = `
  SELECT company_id AS "companyId", device_id AS "deviceId", hour, count::float8 AS count,
         last_code AS "lastCode", last_at AS "lastAt"
    FROM telemetry.device_errors
   WHERE company_id = $1 AND hour >= $2 AND hour < $3
   ORDER BY device_id, hour`;

/** Counts under furrow_system, because they are of many companies, whose devices the gateway has verified. */
export class TypeormDeviceErrorStore extends DeviceErrorStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async add(errors: readonly DeviceErrors[]): Promise<readonly DeviceErrors[]> {
    if (errors.length === 0) return [];
    return this.#unlessAway(errors, async () => {
      const groups = this.database.isDistributed ? await this.#byNode(errors) : [errors];
      const left = await Promise.all(
        groups.map((group) =>
          this.#unlessAway(group, async () => {
            await this.database.systemAtOnce((tx) => tx.query(ADD, parametersOf(group)));
            return [];
          }),
        ),
      );
      return left.flat();
    });
  }

  /** @returns the errors themselves if the database is away */
  async #unlessAway(
    errors: readonly DeviceErrors[],
    work: () => Promise<readonly DeviceErrors[]>,
  ): Promise<readonly DeviceErrors[]> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return errors;
      throw error;
    }
  }

  /** On a Citus a node that is away keeps back only what it has. */
  async #byNode(errors: readonly DeviceErrors[]): Promise<(readonly DeviceErrors[])[]> {
    const companyIds = [...new Set(errors.map(({ companyId }) => companyId))];
    const nodes = await this.database.system((tx) => nodesOfCompanies(tx, companyIds));
    return [...Map.groupBy(errors, ({ companyId }) => nodes.get(companyId)).values()];
  }

  override ofHours(
    companyId: string,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<readonly DeviceErrors[]> {
    return this.database.tenant(companyId, (tx) => tx.query<DeviceErrors>(OF_HOURS, [companyId, from, to]));
  }

  override removeBefore(instant: Date): Promise<number> {
    return this.database.system((tx) =>
      tx.change('DELETE FROM telemetry.device_errors WHERE hour < $1', [instant]),
    );
  }
}

function parametersOf(errors: readonly DeviceErrors[]): unknown[] {
  return [
    errors.map(({ companyId }) => companyId),
    errors.map(({ hour }) => hour.toISOString()),
    errors.map(({ deviceId }) => deviceId),
    errors.map(({ count }) => count),
    errors.map(({ lastCode }) => lastCode),
    errors.map(({ lastAt }) => lastAt.toISOString()),
  ];
}
