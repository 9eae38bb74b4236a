import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Choose } from '../../parts/fields/choose.tsx';
import type { Span } from './climate-query.ts';
import type { Choice } from './use-span.ts';

interface Props {
  readonly chooser: ReactNode;
  readonly span: Span & Choice;
  readonly onChange: (change: Partial<Choice>) => void;
}

/** The choice of project, days and resolution. */
export function SpanForm({ chooser, span, onChange }: Props) {
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
      {chooser}
      <label>
        <span>
          <Trans>Until</Trans>
        </span>
        <input
          type="date"
          required
          value={span.to}
          onChange={({ target }) => target.value !== '' && onChange({ to: target.value })}
        />
      </label>
      <Choose
        label={t`How long`}
        value={span.days}
        options={lengths}
        onChange={(days) => onChange({ days })}
      />
      <Choose
        label={t`Interval`}
        value={span.detail}
        options={details}
        onChange={(detail) => onChange({ detail })}
      />
    </div>
  );
}
