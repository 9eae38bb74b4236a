import { type LocalDate, localDateOf } from '@furrow/kernel';
import type { IndicatorDay } from '@furrow/telemetry';
import type { ListForm } from '../http/export/list-answer.ts';
import { type Columns, membersOf, table } from '../http/export/table.ts';

/** @param hasMethod whether each day has a method */
export function indicatorForm(
  timezone: string,
  { name, hasMethod }: { readonly name: string; readonly hasMethod: boolean },
): ListForm<IndicatorDay> {
  const date = ({ day }: IndicatorDay): LocalDate => localDateOf(new Date(day), timezone);
  const columns: Columns<IndicatorDay> = {
    ...membersOf<IndicatorDay>('day'),
    date,
    ...membersOf<IndicatorDay>('value', 'total', 'coverage'),
    ...(hasMethod && { method: ({ method }: IndicatorDay) => method ?? null }),
  };
  return { name, table: table(columns) };
}
