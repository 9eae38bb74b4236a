import { type LocalDate, localDateOf } from '@furrow/kernel';
import type { IndicatorDay } from '@furrow/telemetry';
import type { ListForm } from '../http/export/list-answer.ts';
import { type Columns, membersOf, table } from '../http/export/table.ts';

/** @param own the member that only this indicator has */
export function indicatorForm(
  timezone: string,
  { name, own }: { readonly name: string; readonly own?: 'method' | 'mean' | undefined },
): ListForm<IndicatorDay> {
  const date = ({ day }: IndicatorDay): LocalDate => localDateOf(new Date(day), timezone);
  const columns: Columns<IndicatorDay> = {
    ...membersOf<IndicatorDay>('day'),
    date,
    ...membersOf<IndicatorDay>('value', 'total', 'coverage'),
    ...(own && { [own]: (day: IndicatorDay) => day[own] ?? null }),
  };
  return { name, table: table(columns) };
}
