import type { QueryRunner } from 'typeorm';

export class CompanyCurrency1763600000104 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE access.companies ADD currency text CHECK (currency ~ '^[A-Z]{3}$')`);
  }
}
