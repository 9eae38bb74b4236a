import { newId } from '@furrow/kernel';
import { day } from './contract/contract-companies.ts';
import { InMemoryPayroll } from './in-memory-payroll.ts';
import type { PaidCompany } from './paid-company.ts';
import { describePayrollPorts } from './payroll.contract.ts';
import { PayPolicy } from '../domain/index.ts';

const HOUR_MS = 3_600_000;

describePayrollPorts('the in-memory fakes', async () => {
  const transactions = new InMemoryPayroll();
  return {
    transactions,
    newCompany: () => aCompany(transactions),
    work: async ({ companyId }, { kind, hours, ...of }) => {
      const { shifts, changes } = transactions.factsOf(companyId);
      const shiftId = newId();
      const times = { workMs: hours * HOUR_MS, restMs: 0, overlaps: false };
      const shift = { ...of, day: day(of.day), shiftId, kind, ...times };
      transactions.state(companyId, {
        shifts: [...shifts, shift],
        changes: [...(changes ?? []), { day: shift.day, projectId: shift.projectId, at: new Date() }],
      });
      return shiftId;
    },
    pick: async ({ companyId }, { projectId, workerId, units, ...of }) => {
      const { shifts, sessions } = transactions.factsOf(companyId);
      const sessionId = newId();
      const shift = shifts.find((each) => each.workerId === workerId && each.day === of.day);
      const work = [{ workerId, units: [{ shiftId: shift?.shiftId ?? null, units }] }];
      const price = { unit: 'bin', pricePerUnit: '2', bonus: null };
      const session = { sessionId, projectId, day: day(of.day), open: false, ...price, work };
      transactions.state(companyId, { sessions: [...sessions, session] });
      return sessionId;
    },
    close: async () => undefined,
  };
});

async function aCompany(transactions: InMemoryPayroll): Promise<PaidCompany> {
  const company = {
    ...{ companyId: newId(), admin: { userId: newId(), idpId: 'ada' } },
    ...{ projectId: newId(), otherProjectId: newId(), workerId: newId(), otherWorkerId: newId() },
  };
  transactions.state(company.companyId, {
    ...{ companyName: 'A farm', currency: 'USD' },
    projects: new Map([
      [company.projectId, 'North'],
      [company.otherProjectId, 'South'],
    ]),
    workers: new Map([
      [company.workerId, { code: 'AR0507', name: 'Ana Rojas' }],
      [company.otherWorkerId, { code: 'BS0203', name: 'Ben Soto' }],
    ]),
  });
  const policy = PayPolicy.declare({ validFrom: '2020-01-01', hourlyRate: 10 });
  await transactions.run(company.companyId, ({ policies }) => policies.save([policy]));
  return company;
}
