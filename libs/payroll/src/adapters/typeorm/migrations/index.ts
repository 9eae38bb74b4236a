import { PayPolicies1763600000700 } from './1763600000700-pay-policies.ts';

export const payrollMigrations = [PayPolicies1763600000700];
