import type { QueryRunner } from 'typeorm';

/**
 * Until the table is analyzed for the first time, the planner takes any index on company and webhook to be as good as
 * the primary key: joining the rows of a batch, it chose this one and read all deliveries of the webhook for each. The
 * condition, which holds for every row, keeps statements that do not name it from matching the index.
 */
export class DeliveriesByTime1763600000940 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX notifications.deliveries_by_time;
      CREATE INDEX deliveries_by_time ON notifications.deliveries (company_id, webhook_id, created_at, delivery_id)
        WHERE created_at > '-infinity';
    `);
  }
}
