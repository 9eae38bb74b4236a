import type { PolicyPreview, PreviewPayPolicies } from '@furrow/payroll';
import { checkedOf } from './change-farm.ts';

/** What last week would have cost by the pay policies of a farm file. */
export class PreviewPay {
  constructor(private readonly previewPayPolicies: PreviewPayPolicies) {}

  /** @throws ValidationFailed naming places of the document | CalculationsBusy */
  async execute(companyId: string, document: object): Promise<PolicyPreview> {
    const { farm } = await checkedOf(document);
    return this.previewPayPolicies.execute(companyId, farm.payPolicies ?? []);
  }
}
