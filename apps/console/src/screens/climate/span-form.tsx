import { useLingui } from '@lingui/react/macro';
import { Choose } from '../../parts/fields/choose.tsx';
import type { Span } from './climate-query.ts';
import { Until } from './until.tsx';
import type { Choice } from './view.ts';

interface Props {
  readonly span: Span & Choice;
  /** Whether there is a choice of the resolution. */
  readonly hasDetail: boolean;
  readonly onChange: (change: Partial<Choice>) => void;
}

/** The choice of days and resolution. */
export function SpanForm({ span, onChange, hasDetail }: Props) {
  const { t } = useLingui();
  const lengths = [
    { value: 1, label: t`One day` },
    { value: 2, label: t`Two days` },
    { value: 7, label: t`A week` },
    { value: 30, label: t`30 days` },
    { value: 365, label: t`A year` },
  ];
  const details = [
    { value: 'raw' as const, label: t`As measured` },
    { value: '15m' as const, label: t`15 minutes` },
    { value: '1h' as const, label: t`Hours` },
    { value: '1d' as const, label: t`Days` },
  ];
  return (
    <div className="filters no-print">
      <Until value={span.to} onChange={(to) => onChange({ to })} />
      <Choose label={t`Period`} value={span.days} options={lengths} onChange={(days) => onChange({ days })} />
      {hasDetail && (
        <Choose
          label={t`Interval`}
          value={span.detail}
          options={details}
          onChange={(detail) => onChange({ detail })}
        />
      )}
    </div>
  );
}
