import { newId } from '@furrow/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { ProductionRecord } from '../../api/types.ts';
import { Figure } from '../../parts/figure.tsx';
import { Correction } from './correction.tsx';
import { namesOf } from './names-of.ts';
import { useCorrection } from './session-query.ts';

interface Props {
  readonly record: ProductionRecord;
  readonly at: string;
  readonly unit: string;
}

/** Replaces a wrong count on behalf of the office, also after the session was closed. */
export function CorrectRecord({ record, at, unit }: Props) {
  const { t } = useLingui();
  const { recordId, units } = record;
  const worker = namesOf(record);
  // A repeat after a lost answer is the same correction.
  const [clientEventId] = useState(newId);
  const correcting = useCorrection(({ value, reason }) =>
    bodyOf(
      furrow.POST('/api/control/production/records/{recordId}/correct', {
        params: { path: { recordId } },
        body: { units: value, reason, clientEventId },
      }),
    ),
  );
  return (
    <Correction
      name={t`the record of ${worker} at ${at}`}
      button={t`Correct`}
      label={t`Units`}
      value={units}
      difference={({ value }) => (
        <Trans>
          Difference: <Figure value={value - units} unit={unit} digits={6} />
        </Trans>
      )}
      by={correcting}
    />
  );
}
