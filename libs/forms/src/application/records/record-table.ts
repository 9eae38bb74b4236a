import { localTime, offsetAt } from '@furrow/kernel';
import {
  type FieldValue,
  type FormField,
  isMediaType,
  isObservationType,
  type ObservedValue,
} from '../../domain/index.ts';
import type { FormRecordView, FormVersion } from './record-view.ts';

type Cell = string | number | boolean | null;

const PLAIN: readonly (keyof FormRecordView)[] = [
  ...(['recordId', 'formVersion', 'clientRecordId', 'recordedAt'] as const),
];
const BEHIND_TIME: readonly (keyof FormRecordView)[] = [
  ...(['createdAt', 'userId', 'createdBy', 'user_name', 'projectId', 'project_name'] as const),
  ...(['sectorId', 'sector_name', 'locationSource'] as const),
];

/**
 * Records of a form as rows of cells. It has a column for every field that any version of the form has had, those of
 * the newest version first: `values.<name>`, for pests and diseases `values.<name>.value` and `values.<name>.severity`,
 * and
 * `media.<name>` with one link per line. Fields that the record's version does not have are empty.
 */
export class RecordTable {
  readonly headings: readonly string[];
  readonly #fieldColumns: readonly string[];

  /**
   * @param versions every version of the form
   * @param timezone the local time zone of records without a project
   */
  constructor(
    versions: readonly FormVersion[],
    private readonly timezone: string,
  ) {
    const newestFirst = [...versions].sort((a, b) => b.version - a.version);
    const fields = newestFirst.flatMap((version) => version.fields);
    this.#fieldColumns = [...new Set(fields.flatMap(columnsOf))];
    const place = ['latitude', 'longitude', 'accuracy', 'taskId'];
    this.headings = [...PLAIN, 'recordedLocal', 'timezone', ...BEHIND_TIME, ...place, ...this.#fieldColumns];
  }

  row(record: FormRecordView): Cell[] {
    const timezone = record.timezone ?? this.timezone;
    const recorded = Date.parse(record.recordedAt);
    const { location, task } = record;
    const cells = cellsOf(record);
    return [
      ...PLAIN.map((member) => record[member] as Cell),
      ...[localTime(recorded, offsetAt(timezone, recorded)), timezone],
      ...BEHIND_TIME.map((member) => record[member] as Cell),
      ...[location?.latitude ?? null, location?.longitude ?? null, location?.accuracy ?? null],
      task?.taskId ?? null,
      ...this.#fieldColumns.map((column) => cells.get(column) ?? null),
    ];
  }
}

function columnsOf({ name, type }: FormField): string[] {
  if (isMediaType(type)) return [`media.${name}`];
  const value = `values.${name}`;
  return isObservationType(type) ? [`${value}.value`, `${value}.severity`] : [value];
}

function cellsOf({ values, media }: FormRecordView): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const [name, value] of Object.entries(values)) {
    if (isObserved(value)) {
      cells.set(`values.${name}.value`, value.value);
      cells.set(`values.${name}.severity`, value.severity);
    } else {
      cells.set(`values.${name}`, isSelection(value) ? value.join('; ') : value);
    }
  }
  for (const { field, url } of media) {
    const before = cells.get(`media.${field}`);
    cells.set(`media.${field}`, typeof before === 'string' ? `${before}\n${url}` : url);
  }
  return cells;
}

const isSelection = (value: FieldValue | null): value is readonly string[] => Array.isArray(value);
const isObserved = (value: FieldValue | null): value is ObservedValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
