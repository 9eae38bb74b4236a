import { Trans, useLingui } from '@lingui/react/macro';
import { Choose } from '../../parts/choose.tsx';
import type { Project } from '../../api/places.ts';
import type { Span } from './climate-query.ts';
import type { Choice } from './use-span.ts';

interface Props {
  readonly projects: readonly Project[];
  readonly span: Span & Choice;
  readonly onChange: (change: Partial<Choice>) => void;
}

/** Which project, which days, how fine. */
export function SpanForm({ projects, span, onChange }: Props) {
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
  const places = projects.map(({ projectId, projectName }) => ({ value: projectId, label: projectName }));
  return (
    <div className="filters no-print">
      <Choose
        label={t`Project`}
        value={span.projectId}
        options={places}
        onChange={(projectId) => onChange({ projectId })}
      />
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
        label={t`How fine`}
        value={span.detail}
        options={details}
        onChange={(detail) => onChange({ detail })}
      />
    </div>
  );
}
