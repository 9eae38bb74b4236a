import type { FieldValue, FieldValues, FormField, LocationSource } from '../../domain/index.ts';
import { hasValue } from '../../domain/index.ts';

/** A form record as endpoints answer it. Instants are ISO 8601 in UTC. */
export interface FormRecordView {
  readonly recordId: string;
  readonly formId: string;
  /** The version it was filled in with; `values` has the fields of that version. */
  readonly formVersion: number;
  readonly clientRecordId: string;
  readonly recordedAt: string;
  readonly createdAt: string;
  readonly userId: string;
  /** The author's idpId. */
  readonly createdBy: string | null;
  readonly user_name: string | null;
  readonly projectId: string | null;
  readonly project_name: string | null;
  readonly sectorId: string | null;
  readonly sector_name: string | null;
  /** The project's; null for a record without a project. */
  readonly timezone: string | null;
  readonly location: {
    readonly latitude: number;
    readonly longitude: number;
    readonly accuracy: number | null;
  } | null;
  readonly locationSource: LocationSource;
  /** Every field of its version except media; null where nothing was filled in. */
  readonly values: Readonly<Record<string, FieldValue | null>>;
  /** In the order sent; links expire. */
  readonly media: readonly { readonly field: string; readonly url: string }[];
  readonly task: { readonly taskId: string; readonly status: 'done' } | null;
}

/** The fields of one version of a form. */
export interface FormVersion {
  readonly version: number;
  readonly fields: readonly FormField[];
}

/** A stored record. */
export interface KeptRecord {
  readonly recordId: string;
  readonly formId: string;
  readonly formVersion: number;
  readonly clientRecordId: string;
  readonly recordedAt: Date;
  readonly createdAt: Date;
  readonly userId: string;
  readonly values: FieldValues;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly accuracy: number | null;
  readonly locationSource: LocationSource;
  readonly projectId: string | null;
  readonly sectorId: string | null;
  readonly taskId: string | null;
  readonly media: readonly { readonly field: string; readonly key: string }[];
}

/** The current names of users, projects and sectors. */
export interface Names {
  readonly users: ReadonlyMap<string, { readonly idpId: string; readonly name: string }>;
  readonly projects: ReadonlyMap<string, { readonly name: string; readonly timezone: string }>;
  readonly sectors: ReadonlyMap<string, { readonly name: string }>;
}

/** @param urls of its media, in their order */
export function recordView(
  record: KeptRecord,
  fields: readonly FormField[],
  names: Names,
  urls: readonly string[],
): FormRecordView {
  const { recordId, formId, formVersion, clientRecordId, userId, projectId, sectorId, taskId } = record;
  const { latitude, longitude, accuracy, locationSource } = record;
  const user = names.users.get(userId);
  const project = projectId === null ? undefined : names.projects.get(projectId);
  const sector = sectorId === null ? undefined : names.sectors.get(sectorId);
  return {
    ...{ recordId, formId, formVersion, clientRecordId },
    recordedAt: record.recordedAt.toISOString(),
    createdAt: record.createdAt.toISOString(),
    ...{ userId, createdBy: user?.idpId ?? null, user_name: user?.name ?? null },
    ...{ projectId, project_name: project?.name ?? null },
    ...{ sectorId, sector_name: sector?.name ?? null },
    timezone: project?.timezone ?? null,
    location: latitude === null || longitude === null ? null : { latitude, longitude, accuracy },
    locationSource,
    values: valuesOf(record.values, fields),
    media: record.media.map(({ field }, index) => ({ field, url: urls[index] ?? '' })),
    task: taskId === null ? null : { taskId, status: 'done' },
  };
}

function valuesOf(
  values: FieldValues,
  fields: readonly FormField[],
): Readonly<Record<string, FieldValue | null>> {
  const asked = fields.filter(({ type }) => hasValue(type));
  return Object.fromEntries(
    asked.map(({ name }) => [name, Object.hasOwn(values, name) ? (values[name] ?? null) : null]),
  );
}
