import { describePayrollPorts } from '../../testing/payroll.contract.ts';
import { payrollPortsOnPostgres } from '../../testing/payroll-on-postgres.ts';

describePayrollPorts('PostgreSQL', () => payrollPortsOnPostgres());
