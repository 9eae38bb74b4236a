import type { LocalDate } from '@furrow/kernel';
import type { ColumnMap, HarvestField } from './column-map.ts';
import type { CsvLine, Separator } from './csv-file.ts';
import type { DateOrder } from './date-orders.ts';
import { dayIn } from './day-cell.ts';
import { unitsIn } from './units-cell.ts';

/** The content of a line, in the file's own names. */
export interface HarvestLine {
  readonly line: number;
  readonly day: LocalDate;
  readonly sector: string;
  readonly worker: string;
  readonly units: string;
  readonly unit: string | null;
  readonly quality: string | null;
}

export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

export interface ReadingRules {
  readonly columns: ColumnMap;
  readonly separator: Separator;
  readonly zone: string;
  /** For lines without a unit. */
  readonly usualUnit: string | null;
  readonly dateOrder: DateOrder | undefined;
}

const LONGEST: Readonly<Record<HarvestField, number>> = {
  day: 40,
  sector: 100,
  worker: 200,
  units: 40,
  unit: 50,
  quality: 100,
};

export function harvestLineOf(read: CsvLine, rules: ReadingRules): HarvestLine | LineProblem {
  const { line } = read;
  if ('problem' in read) return { line, message: read.problem };
  const problems: string[] = [];
  const cell = (field: HarvestField, needed: boolean): string => {
    const text = tidy(read.cells[rules.columns.get(field) ?? -1] ?? '');
    if (needed && text === '') problems.push(`the ${field} is missing`);
    else if (text.length > LONGEST[field])
      problems.push(`the ${field} has more than ${LONGEST[field]} characters`);
    else if (/\p{Cc}/u.test(text)) problems.push(`the ${field} has a control character`);
    return text;
  };
  const texts = {
    sector: cell('sector', true),
    worker: cell('worker', true),
    unit: cell('unit', false) || rules.usualUnit,
    quality: cell('quality', false) || null,
  };
  const day = parsed(cell('day', true), (text) => dayIn(text, rules.zone, rules.dateOrder), problems);
  const units = parsed(cell('units', true), (text) => unitsIn(text, rules.separator), problems);
  if (problems.length > 0 || !day || !units) return { line, message: problems.join('; ') };
  return { line, ...texts, ...day, ...units };
}

/** The content of a cell, with its problem recorded; a missing one has been recorded already. */
function parsed<T extends object>(
  text: string,
  read: (text: string) => T | { problem: string },
  problems: string[],
): T | undefined {
  if (text === '') return undefined;
  const answer = read(text);
  if (!('problem' in answer)) return answer;
  problems.push(answer.problem);
  return undefined;
}

function tidy(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
