import type { Form, FormField } from '../api/types.ts';
import type { Boundary } from '../scouting/map-shapes.ts';

/** The API document leaves the members of each item to docs/farm-file.md; these are the ones that the console shows. */
export interface FarmFile {
  readonly company: FarmCompany;
  readonly users: readonly FarmPerson[];
  readonly projects: readonly FarmProject[];
  readonly workerOptions: Readonly<Record<OptionField, readonly string[]>>;
  readonly qualities: readonly FarmQuality[];
  readonly containers: readonly FarmContainer[];
  readonly prices: readonly FarmPrice[];
  readonly payPolicies: readonly FarmPolicy[];
  readonly payRates: readonly FarmRate[];
  readonly forms: readonly FarmForm[];
  readonly devices: readonly FarmDevice[];
}

/** A farm file in part, as a change of the farm. */
export type FarmPart = {
  readonly [Section in keyof FarmFile]?: FarmFile[Section] extends readonly unknown[]
    ? readonly object[]
    : Partial<FarmFile[Section]>;
};

export interface FarmCompany {
  readonly key: string;
  readonly name: string;
  readonly timezone: string;
  readonly currency: string | null;
}

export interface FarmPerson {
  /** Undefined while they are invited. */
  readonly idpId?: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: 'admin' | 'supervisor' | 'agronomist';
  readonly status: 'active' | 'inactive' | 'invited';
}

export interface FarmProject {
  readonly key: string;
  readonly name: string;
  readonly timezone: string;
  readonly defaults: FarmDefaults | null;
  readonly status: Status;
  readonly sectors: readonly FarmSector[];
}

export interface FarmDefaults {
  readonly samplingUnit: string | null;
  readonly pricePerUnit: number | null;
  readonly maxDurationHours: number | null;
  readonly syncGraceHours: number | null;
  readonly harvestGuard: 'warn' | 'block' | 'off' | null;
  readonly repeatSeconds: number | null;
}

export interface FarmSector {
  readonly key: string;
  readonly name: string;
  readonly crop: string | null;
  readonly variety: string | null;
  readonly boundary: Boundary | null;
  readonly status: Status;
}

export interface FarmQuality {
  readonly key: string;
  readonly name: string;
  readonly status: Status;
}

export interface FarmContainer {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  /** Of a full one; null: it differs. */
  readonly units: number | null;
  readonly tare: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly status: Status;
}

/** Null: for all of them. */
export interface FarmPrice {
  readonly validFrom: string;
  readonly unit: string;
  readonly price: number;
  readonly project: string | null;
  readonly crop: string | null;
  readonly variety: string | null;
  readonly quality: string | null;
  readonly container: string | null;
  readonly status: Status;
}

export interface FarmPolicy {
  readonly validFrom: string;
  /** Whose members it holds for; without one it holds for everybody else. */
  readonly group?: string;
  readonly hourlyRate: number | null;
  readonly nonproductiveRate: number | null;
  readonly minimumWage: { readonly amount: number; readonly per: string } | null;
  readonly minimumWageBasis: string;
  readonly restBreaks: string;
  readonly overtime: {
    readonly weeklyHours: number | null;
    readonly dailyHours: number | null;
    readonly premium: number;
  } | null;
  readonly status: Status;
}

/** Of exactly one worker by code, position or group. */
export interface FarmRate {
  readonly validFrom: string;
  readonly worker?: string;
  readonly position?: string;
  readonly group?: string;
  /** Null: none of their own from this day on. */
  readonly hourlyRate: number | null;
  readonly status: Status;
}

export interface FarmForm {
  readonly key: string;
  readonly name: string;
  readonly type: Form['type'];
  readonly subtype: string | null;
  readonly status: Status;
  readonly access: Partial<Form['access']> | null;
  readonly fields: readonly FormField[];
}

export interface FarmDevice {
  readonly deviceId: string;
  readonly project: string;
  readonly sector: string | null;
}

export type Status = 'active' | 'inactive';
export type OptionField = 'position' | 'employment_type' | 'status' | 'group';

/** What became of an item of the farm. */
export interface FarmChange {
  readonly kind: string;
  readonly key: string;
  readonly action: 'created' | 'updated' | 'unchanged' | 'deactivated';
  readonly before: Members | null;
  readonly after: Members;
}

export type Members = Readonly<Record<string, unknown>>;
