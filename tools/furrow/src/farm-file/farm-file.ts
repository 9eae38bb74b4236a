import type { DeclaredUser, DeviceStatus } from '@furrow/access';
import type { ProjectEntry } from '@furrow/agronomy';
import type { StatedOptions } from '@furrow/workforce';

/** A farm as its operator writes it down: names are the file's, ids the service's. */
export interface FarmFile {
  readonly company: { readonly key: string; readonly name: string; readonly timezone: string };
  readonly users?: readonly DeclaredUser[] | null;
  readonly projects?: readonly ProjectEntry[] | null;
  readonly workerOptions?: StatedOptions | null;
  readonly qualities?: readonly { readonly key: string; readonly name: string }[] | null;
  readonly devices?: readonly FarmDevice[] | null;
  readonly apiTokens?: readonly FarmToken[] | null;
}

export interface FarmDevice {
  readonly deviceId: string;
  /** Keys, of this file or of what is there already. */
  readonly project: string;
  readonly sector?: string | null;
  readonly status?: DeviceStatus;
}

export interface FarmToken {
  readonly name: string;
  readonly scopes: readonly string[];
  /** ISO 8601 with an offset. */
  readonly expiresAt?: string | null;
}
