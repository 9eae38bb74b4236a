import type { CompanyStatement, DeviceStatement, DeviceStatus, UserStatement } from '@furrow/access/domain';
import type { ProjectEntry } from '@furrow/agronomy';
import type { FormStatement } from '@furrow/forms';
import type { StatedAlert } from '@furrow/notifications';
import type { PayPolicyStatement } from '@furrow/payroll';
import type { StatedOptions } from '@furrow/workforce';
import type { NamedPlace } from './places.ts';

/** A farm as its operator writes it down: names are the file's, ids the service's. */
export interface FarmFile {
  readonly company: CompanyStatement;
  readonly users?: readonly UserStatement[] | null;
  readonly projects?: readonly ProjectEntry[] | null;
  readonly workerOptions?: StatedOptions | null;
  readonly qualities?: readonly { readonly key: string; readonly name: string }[] | null;
  readonly forms?: readonly FormStatement[] | null;
  readonly tasks?: readonly FarmTask[] | null;
  readonly devices?: readonly FarmDevice[] | null;
  readonly apiTokens?: readonly FarmToken[] | null;
  readonly payPolicies?: readonly PayPolicyStatement[] | null;
  readonly alerts?: readonly StatedAlert[] | null;
}

export interface FarmTask {
  readonly key: string;
  /** Key of a task form, in this file or in the database. */
  readonly form: string;
  /** idpId. */
  readonly assignee?: string | null;
  readonly project?: string | null;
  readonly sector?: string | null;
  /** ISO 8601 with an offset. */
  readonly dueAt?: string | null;
}

export interface FarmDevice
  extends NamedPlace, Partial<Pick<DeviceStatement, 'latitude' | 'longitude' | 'altitude' | 'windHeight'>> {
  readonly deviceId: string;
  readonly status?: DeviceStatus;
}

export interface FarmToken {
  readonly name: string;
  readonly scopes: readonly string[];
  /** ISO 8601 with an offset. */
  readonly expiresAt?: string | null;
}
