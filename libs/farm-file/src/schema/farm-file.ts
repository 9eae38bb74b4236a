import type { CompanyDeclaration, PersonDeclaration } from '@furrow/access/domain';
import type { ProjectEntry } from '@furrow/agronomy';
import type { FormDeclaration } from '@furrow/forms';
import type { Value } from '@furrow/kernel/schema';
import type { DeclaredAlert } from '@furrow/notifications';
import type { PayPolicyDeclaration, PayRateDeclaration } from '@furrow/payroll';
import type { ContainerDeclaration } from '@furrow/production';
import type { DeclaredOptions } from '@furrow/workforce';
import type { FARM_SCHEMA } from './farm-schema.ts';

/** What no context declares has the type that the schema gives it. */
type Declared = Value<typeof FARM_SCHEMA>;

/** A farm as its operator writes it down: names are the file's, ids the service's. */
export interface FarmFile {
  readonly company: CompanyDeclaration;
  readonly users?: readonly PersonDeclaration[] | null;
  readonly projects?: readonly ProjectEntry[] | null;
  readonly workerOptions?: (DeclaredOptions & { readonly group?: readonly string[] }) | null;
  readonly qualities?: Declared['qualities'];
  readonly containers?: readonly ContainerDeclaration[] | null;
  readonly prices?: Declared['prices'];
  readonly forms?: readonly FormDeclaration[] | null;
  readonly tasks?: Declared['tasks'];
  readonly devices?: Declared['devices'];
  readonly apiTokens?: Declared['apiTokens'];
  readonly payPolicies?: readonly PayPolicyDeclaration[] | null;
  readonly payRates?: readonly PayRateDeclaration[] | null;
  readonly projectWages?: Declared['projectWages'];
  readonly alerts?: readonly DeclaredAlert[] | null;
  readonly restRules?: Declared['restRules'];
}

export type FarmTask = NonNullable<FarmFile['tasks']>[number];
export type FarmDevice = NonNullable<FarmFile['devices']>[number];
export type FarmPrice = NonNullable<FarmFile['prices']>[number];
export type FarmWage = NonNullable<FarmFile['projectWages']>[number];
export type FarmRestRule = NonNullable<FarmFile['restRules']>[number];
