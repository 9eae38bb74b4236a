import { PayPolicies1763600000700 } from './1763600000700-pay-policies.ts';
import { PayRuns1763600000701 } from './1763600000701-pay-runs.ts';
import { ListedPayRuns1763600000840 } from './1763600000840-listed-pay-runs.ts';
import { RatesAndGroups1763600000891 } from './1763600000891-rates-and-groups.ts';

import { Receipts1763600000870 } from './1763600000870-receipts.ts';

export const payrollMigrations = [
  PayPolicies1763600000700,
  PayRuns1763600000701,
  ListedPayRuns1763600000840,
  Receipts1763600000870,
  RatesAndGroups1763600000891,
];
