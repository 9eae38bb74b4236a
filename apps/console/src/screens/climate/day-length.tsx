import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../../parts/format.ts';
import { type Span, useMeasuredDays } from './climate-query.ts';

/** Lists the days of a clock change, whose sums and means cover 23 or 25 hours. */
export function DayLength({ span }: { readonly span: Span }) {
  const { t } = useLingui();
  const { date, number } = useFormat();
  const odd = useMeasuredDays(span).data?.filter(({ hours }) => hours !== 24) ?? [];
  if (odd.length === 0) return null;
  const days = odd.map((day) => `${date(day.date)}: ${number(day.hours)} h`).join(' · ');
  return <p className="notice">{t`Clocks change within these days, so not all have 24 hours. ${days}`}</p>;
}
