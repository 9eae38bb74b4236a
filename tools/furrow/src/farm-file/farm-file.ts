import type {
  CompanyDeclaration,
  DeviceDeclaration,
  DeviceStatus,
  UserDeclaration,
} from '@furrow/access/domain';
import type { ProjectEntry } from '@furrow/agronomy';
import type { FormDeclaration } from '@furrow/forms';
import type { DeclaredAlert } from '@furrow/notifications';
import type { PayPolicyDeclaration } from '@furrow/payroll';
import type { DeclaredOptions } from '@furrow/workforce';
import type { NamedPlace } from './places.ts';

/** A farm as its operator writes it down: names are the file's, ids the service's. */
export interface FarmFile {
  readonly company: CompanyDeclaration;
  readonly users?: readonly UserDeclaration[] | null;
  readonly projects?: readonly ProjectEntry[] | null;
  readonly workerOptions?: DeclaredOptions | null;
  readonly qualities?: readonly { readonly key: string; readonly name: string }[] | null;
  readonly forms?: readonly FormDeclaration[] | null;
  readonly tasks?: readonly FarmTask[] | null;
  readonly devices?: readonly FarmDevice[] | null;
  readonly apiTokens?: readonly FarmToken[] | null;
  readonly payPolicies?: readonly PayPolicyDeclaration[] | null;
  readonly alerts?: readonly DeclaredAlert[] | null;
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
  extends NamedPlace, Partial<Pick<DeviceDeclaration, 'latitude' | 'longitude' | 'altitude' | 'windHeight'>> {
  readonly deviceId: string;
  readonly status?: DeviceStatus;
}

export interface FarmToken {
  readonly name: string;
  readonly scopes: readonly string[];
  /** ISO 8601 with an offset. */
  readonly expiresAt?: string | null;
}
