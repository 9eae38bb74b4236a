import { describeOnCitus } from '@furrow/testbed';
import { describePayrollPorts } from '../../testing/payroll.contract.ts';
import { payrollPortsOnPostgres } from '../../testing/payroll-on-postgres.ts';

describeOnCitus('the ports of payroll, their tables distributed by company,', () => {
  describePayrollPorts('Citus', () => payrollPortsOnPostgres({ onCitus: true }));
});
