import type { Transaction } from '@furrow/database';
import type { PriceRepository } from '../../../application/prices/price-repository.ts';
import { priceKey, type PriceState } from '../../../domain/index.ts';

const PRICES = `
  SELECT valid_from::text AS "validFrom", project_id AS "projectId", crop, variety, quality_id AS "qualityId", container,
         unit, trim_scale(price)::text AS price, active
    FROM production.prices WHERE company_id = $1`;

/** Those in use; the context that pays reads them too. */
export const pricesInUse = (tx: Transaction): Promise<PriceState[]> =>
  tx.query<PriceState>(`${PRICES} AND active`, [tx.companyId]);

export class TypeormPriceRepository implements PriceRepository {
  constructor(private readonly tx: Transaction) {}

  inUse(): Promise<PriceState[]> {
    return pricesInUse(this.tx);
  }

  all(): Promise<PriceState[]> {
    return this.tx.query<PriceState>(`${PRICES} FOR NO KEY UPDATE`, [this.tx.companyId]);
  }

  async save(prices: readonly PriceState[]): Promise<void> {
    const rows = prices.map((price) => ({ ...price, key: priceKey(price) }));
    await this.tx.query(
      `INSERT INTO production.prices
         (company_id, price_key, valid_from, project_id, crop, variety, quality_id, container, unit, price, active, changed_at)
       SELECT $1, key, "validFrom", "projectId", crop, variety, "qualityId", container, unit, price, active, now()
         FROM json_to_recordset($2::json)
           AS r (key text, "validFrom" date, "projectId" uuid, crop text, variety text, "qualityId" uuid, container text,
                 unit text, price numeric, active boolean)
       ON CONFLICT (company_id, price_key) DO UPDATE SET
         price = excluded.price, active = excluded.active, changed_at = excluded.changed_at`,
      [this.tx.companyId, JSON.stringify(rows)],
    );
  }
}
