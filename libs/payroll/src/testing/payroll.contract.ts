import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import { ContractCompanies, type PayrollPorts } from './contract/contract-companies.ts';
import { describeFarmWork } from './contract/farm-work.contract.ts';
import { describePayPolicies } from './contract/pay-policies.contract.ts';
import { describePayRuns, describeRelatedPayRuns } from './contract/pay-runs.contract.ts';
import { describeReceipts } from './contract/receipts.contract.ts';
import { describeWages } from './contract/wages.contract.ts';
import { describePayrollTransactions } from './contract/transactions.contract.ts';

/** What every implementation of the ports must do, including the fakes. */
export function describePayrollPorts(name: string, open: () => Promise<PayrollPorts>): void {
  describe(`the ports of payroll on ${name}`, () => {
    const companies = new ContractCompanies();
    beforeAll(async () => {
      companies.ports = await open();
    });
    afterAll(() => companies.ports.close());
    beforeEach(() => companies.renew());

    describePayrollTransactions(companies);
    describePayPolicies(companies);
    describeWages(companies);
    describePayRuns(companies);
    describeRelatedPayRuns(companies);
    describeReceipts(companies);
    describeFarmWork(companies);
  });
}
