import {
  type FieldValue,
  type FormField,
  isMediaType,
  hasValue,
  isObservationType,
  type ObservedValue,
  type PointValue,
} from '../../domain/index.ts';
import type { FormRecordView, FormVersion } from './record-view.ts';

type Cell = string | number | boolean | null;

/**
 * What was filled in, as cells of a row. There is a column for every field that any version of the form has had, those
 * of the newest version first: `values.<name>`, for pests and diseases `values.<name>.value` and
 * `values.<name>.severity`, for a position its three members, and `media.<name>` with one link per line. Fields that the record's version does not have
 * are empty.
 */
export class FieldColumns {
  readonly headings: readonly string[];

  /** @param versions every version of the form */
  constructor(versions: readonly FormVersion[]) {
    const newestFirst = [...versions].sort((a, b) => b.version - a.version);
    const fields = newestFirst.flatMap((version) => version.fields);
    this.headings = [...new Set(fields.flatMap(columnsOf))];
  }

  cells(record: Pick<FormRecordView, 'values' | 'media'>): Cell[] {
    const cells = cellsOf(record);
    return this.headings.map((column) => cells.get(column) ?? null);
  }
}

function columnsOf({ name, type }: FormField): string[] {
  if (isMediaType(type)) return [`media.${name}`];
  if (!hasValue(type)) return [];
  const value = `values.${name}`;
  if (type === 'geopoint') return [`${value}.latitude`, `${value}.longitude`, `${value}.accuracy`];
  return isObservationType(type) ? [`${value}.value`, `${value}.severity`] : [value];
}

function cellsOf({ values, media }: Pick<FormRecordView, 'values' | 'media'>): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const [name, value] of Object.entries(values)) {
    if (isObserved(value)) {
      cells.set(`values.${name}.value`, value.value);
      cells.set(`values.${name}.severity`, value.severity);
    } else if (isPoint(value)) {
      for (const [member, cell] of Object.entries<Cell>({ ...value }))
        cells.set(`values.${name}.${member}`, cell);
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
  isObject(value) && Object.hasOwn(value, 'severity');
const isPoint = (value: FieldValue | null): value is PointValue =>
  isObject(value) && Object.hasOwn(value, 'latitude');
const isObject = (value: FieldValue | null): value is ObservedValue | PointValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
