import type { Transaction } from '@furrow/database';
import { PayPolicyRepository } from '../../application/ports.ts';
import { PayPolicy, type PayPolicyState } from '../../domain/index.ts';

/** The columns of a policy under the domain's names. */
const POLICY_COLUMNS = `
  valid_from::text AS "validFrom", hourly_rate::text AS "hourlyRate",
  CASE WHEN minimum_wage IS NOT NULL
    THEN json_build_object('amount', minimum_wage::text, 'per', minimum_wage_per) END AS "minimumWage",
  minimum_wage_basis AS "minimumWageBasis", nonproductive_rate::text AS "nonproductiveRate",
  rest_breaks AS "restBreaks",
  CASE WHEN overtime_premium IS NOT NULL
    THEN json_build_object('weeklyHours', overtime_weekly_hours::text, 'dailyHours', overtime_daily_hours::text,
           'premium', overtime_premium::text) END AS overtime,
  workweek_starts_on AS "workweekStartsOn", fixed_bonus AS "fixedBonus"`;

const LOAD = `
  SELECT ${POLICY_COLUMNS} FROM payroll.policies WHERE company_id = $1 AND active ORDER BY valid_from`;

const SAVE = `
  INSERT INTO payroll.policies
    (company_id, valid_from, hourly_rate, minimum_wage, minimum_wage_per, minimum_wage_basis, nonproductive_rate,
     rest_breaks, overtime_weekly_hours, overtime_daily_hours, overtime_premium, workweek_starts_on, fixed_bonus, active)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, true)
  ON CONFLICT (company_id, valid_from) DO UPDATE SET
    hourly_rate = excluded.hourly_rate, minimum_wage = excluded.minimum_wage,
    minimum_wage_per = excluded.minimum_wage_per, minimum_wage_basis = excluded.minimum_wage_basis,
    nonproductive_rate = excluded.nonproductive_rate, rest_breaks = excluded.rest_breaks,
    overtime_weekly_hours = excluded.overtime_weekly_hours, overtime_daily_hours = excluded.overtime_daily_hours,
    overtime_premium = excluded.overtime_premium, workweek_starts_on = excluded.workweek_starts_on,
    fixed_bonus = excluded.fixed_bonus, active = true`;

export class TypeormPayPolicyRepository extends PayPolicyRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async load(): Promise<PayPolicy[]> {
    return this.#all(`${LOAD} FOR NO KEY UPDATE`);
  }

  override inForce(): Promise<PayPolicy[]> {
    return this.#all(LOAD);
  }

  async #all(sql: string): Promise<PayPolicy[]> {
    const rows = await this.tx.query<PayPolicyState>(sql, [this.tx.companyId]);
    return rows.map((row) => PayPolicy.restore(row));
  }

  /** One by one, because a company has only a few. */
  override async save(policies: readonly PayPolicy[]): Promise<void> {
    for (const { state } of policies) {
      const { minimumWage, overtime } = state;
      await this.tx.change(SAVE, [
        ...[this.tx.companyId, state.validFrom, state.hourlyRate, minimumWage?.amount, minimumWage?.per],
        ...[state.minimumWageBasis, state.nonproductiveRate, state.restBreaks],
        ...[overtime?.weeklyHours, overtime?.dailyHours, overtime?.premium],
        ...[state.workweekStartsOn, state.fixedBonus],
      ]);
    }
  }

  override async deactivate(policies: readonly PayPolicy[]): Promise<void> {
    await this.tx.change(
      'UPDATE payroll.policies SET active = false WHERE company_id = $1 AND valid_from = ANY($2::date[])',
      [this.tx.companyId, policies.map(({ validFrom }) => validFrom)],
    );
  }
}
