import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useFormat } from '../../parts/format.ts';
import { oddDays } from '../../time/local-day.ts';
import type { Span } from './climate-query.ts';

/** Lists the days of a clock change, whose sums and means cover 23 or 25 hours. */
export function DayLength({ span: { from, to, timezone } }: { readonly span: Span }) {
  const { t } = useLingui();
  const { date, number } = useFormat();
  const odd = useMemo(() => oddDays(from, to, timezone), [from, to, timezone]);
  if (odd.length === 0) return null;
  const days = odd.map(({ day, hours }) => `${date(day)}: ${number(hours)} h`).join(' · ');
  return <p className="notice">{t`Clocks change within these days, so not all have 24 hours. ${days}`}</p>;
}
