import { type Database, nodesOfCompanies } from '@furrow/database';
import { DatabaseUnavailable } from '@furrow/database/errors';
import { FaultIsolation } from '@furrow/jobs';
import type { DeviceErrors, DeviceErrorStore } from '../../../application/ports.ts';

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

/** What one transaction adds, and the companies of which it removes what is old. */
const LIMITS = { errors: 1_000, companies: 200 };

const OLD_COMPANIES = `
  SELECT DISTINCT company_id AS "companyId" FROM telemetry.device_errors
   WHERE company_id > $1 AND hour < $2 ORDER BY 1 LIMIT $3`;

const REMOVE = 'DELETE FROM telemetry.device_errors WHERE company_id = ANY ($1::uuid[]) AND hour < $2';

export interface DeviceErrorStoreOptions {
  /** Writes into the log. */
  readonly report?: (message: string) => void;
  readonly limits?: { readonly errors: number; readonly companies: number };
}

/** Counts under furrow_system, because they are of many companies, whose devices the gateway has verified. */
export class TypeormDeviceErrorStore implements DeviceErrorStore {
  readonly #limits;
  readonly #adding: FaultIsolation<DeviceErrors>;
  readonly #removing: FaultIsolation<string>;

  constructor(
    private readonly database: Database,
    { report = () => undefined, limits = LIMITS }: DeviceErrorStoreOptions = {},
  ) {
    this.#limits = limits;
    this.#adding = new FaultIsolation({
      ...{ database, report, companyOf: ({ companyId }) => companyId },
      keyOf: ({ companyId, deviceId }) => `${companyId} ${deviceId}`,
      describe: ({ companyId, deviceId }) =>
        `Errors of device ${deviceId} of company ${companyId} cannot be counted`,
    });
    this.#removing = new FaultIsolation({
      ...{ database, report, keyOf: (company) => company, companyOf: (company) => company },
      describe: (company) => `Old errors of devices of company ${company} cannot be removed`,
    });
  }

  async add(errors: readonly DeviceErrors[]): Promise<readonly DeviceErrors[]> {
    if (errors.length === 0) return [];
    const stored = new Set<DeviceErrors>();
    await this.#unlessAway(async () => {
      const groups = this.database.isDistributed ? await this.#byNode(errors) : [errors];
      await Promise.all(groups.map((group) => this.#unlessAway(() => this.#addTo(stored, group))));
    });
    return errors.filter((one) => !stored.has(one));
  }

  async #addTo(stored: Set<DeviceErrors>, errors: readonly DeviceErrors[]): Promise<void> {
    for (let start = 0; start < errors.length; start += this.#limits.errors)
      await this.#adding.run(errors.slice(start, start + this.#limits.errors), async (some) => {
        await this.database.systemAtOnce((tx) => tx.query(ADD, parametersOf(some)));
        for (const one of some) stored.add(one);
      });
  }

  async #unlessAway(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
  }

  /** On a Citus a node that is away keeps back only what it has. */
  async #byNode(errors: readonly DeviceErrors[]): Promise<(readonly DeviceErrors[])[]> {
    const companyIds = [...new Set(errors.map(({ companyId }) => companyId))];
    const nodes = await this.database.system((tx) => nodesOfCompanies(tx, companyIds));
    return [...Map.groupBy(errors, ({ companyId }) => nodes.get(companyId)).values()];
  }

  ofHours(
    companyId: string,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<readonly DeviceErrors[]> {
    return this.database.tenant(companyId, (tx) => tx.query<DeviceErrors>(OF_HOURS, [companyId, from, to]));
  }

  async removeBefore(instant: Date): Promise<number> {
    const { companies } = this.#limits;
    let removed = 0;
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const some = await this.database.longRunning((tx) =>
        tx.query<{ companyId: string }>(OLD_COMPANIES, [after, instant, companies]),
      );
      await this.#removing.run(
        some.map(({ companyId }) => companyId),
        async (them) => {
          const count = await this.database.system((tx) => tx.change(REMOVE, [them, instant]));
          removed += count;
        },
      );
      const last = some.at(-1);
      if (last === undefined || some.length < companies) return removed;
      after = last.companyId;
    }
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
