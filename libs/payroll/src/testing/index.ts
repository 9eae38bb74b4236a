export { aSession, aShift, runOf, terms, work } from './builders.ts';
export type { PayrollPorts } from './contract/contract-companies.ts';
export { type FarmFacts, InMemoryFarmWork, type Placed } from './in-memory-farm-work.ts';
export { InMemoryPayroll } from './in-memory-payroll.ts';
export type { PaidCompany } from './paid-company.ts';
export { describePayrollPorts } from './payroll.contract.ts';
