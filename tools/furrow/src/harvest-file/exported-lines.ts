import { isId } from '@furrow/kernel';
import type { ExportedHarvest } from '@furrow/production';
import { folded } from './column-map.ts';
import type { CsvLine, Separator } from './csv-file.ts';
import { unitsIn } from './units-cell.ts';

/** The columns of Furrow's own exports that say which movement, or which sum of a session, a line is. */
const MEMBERS = [
  'recordId',
  'sessionId',
  'workerId',
  'qualityId',
  'units',
  'validUnits',
  'kind',
  'voided',
] as const;
type Member = (typeof MEMBERS)[number];

/** Where these columns stand. */
export type ExportedColumns = ReadonlyMap<Member, number>;

/** @returns undefined for a file that is neither an export of movements nor one of the harvest */
export function exportedColumnsIn(headings: readonly string[]): ExportedColumns | undefined {
  const names = headings.map(folded);
  const columns = new Map(MEMBERS.map((member) => [member, names.indexOf(folded(member))] as const));
  const has = (...members: Member[]) => members.every((member) => (columns.get(member) ?? -1) >= 0);
  const isExport =
    has('sessionId', 'workerId', 'qualityId') && (has('recordId', 'units') || has('validUnits'));
  return isExport ? columns : undefined;
}

/** What a line of an export says of itself; undefined where that makes no sense. */
export function exportedLineOf(
  read: CsvLine,
  columns: ExportedColumns,
  separator: Separator,
): ExportedHarvest | undefined {
  if ('problem' in read) return undefined;
  const cell = (member: Member) => read.cells[columns.get(member) ?? -1]?.trim() ?? '';
  const idOrNull = (member: Member) => cell(member).toLowerCase() || null;
  const ids = {
    ...{ recordId: idOrNull('recordId'), sessionId: cell('sessionId').toLowerCase() },
    ...{ workerId: idOrNull('workerId'), qualityId: idOrNull('qualityId') },
  };
  if (
    !isId(ids.sessionId) ||
    ![ids.recordId, ids.workerId, ids.qualityId].every((id) => id === null || isId(id))
  )
    return undefined;
  const units = unitsOf(cell('validUnits') || cell('units'), separator);
  return units === undefined ? undefined : { ...ids, units };
}

/** Why a line of an export that another installation made has nothing to import; undefined if it has. */
export function reasonToLeaveOut(read: CsvLine, columns: ExportedColumns): string | undefined {
  if ('problem' in read) return undefined;
  const cell = (member: Member) => read.cells[columns.get(member) ?? -1]?.trim().toLowerCase() ?? '';
  // A spreadsheet writes true in its own language; a void itself is recognised by its kind.
  if (cell('kind') === 'void' || !['', 'false', 'falso', '0'].includes(cell('voided'))) return 'was voided';
  if (cell('workerId') !== '') return undefined;
  return cell('recordId') === ''
    ? 'is of a session without records'
    : 'is shared by several workers; the export of the harvest has the units of each';
}

/** Exact decimal text, also of nothing and of voids. */
function unitsOf(text: string, separator: Separator): string | undefined {
  if (text === '') return '0';
  const read = unitsIn(text.replace(/^[-−]/, ''), separator);
  if ('problem' in read) return undefined;
  return /^[-−]/.test(text) ? `-${read.units}` : read.units;
}
