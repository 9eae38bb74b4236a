import { Trans, useLingui } from '@lingui/react/macro';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { Session } from '../../api/types.ts';
import { useCompany } from '../../app/signed-in.ts';
import { Figure } from '../../parts/figure.tsx';
import { Correction } from './correction.tsx';
import { piecesWorth } from './pieces-worth.ts';
import { useCorrection } from './session-query.ts';

/** Changes the price of a closed session on behalf of the office, for instance one that was opened without any. */
export function CorrectPrice({ session }: { readonly session: Session }) {
  const { t } = useLingui();
  const { currency } = useCompany();
  const { sessionId, sector_name: sector, pricePerUnit, totals } = session;
  const correcting = useCorrection(({ value, reason }) =>
    bodyOf(
      furrow.POST('/api/control/production/sessions/{sessionId}/correct', {
        params: { path: { sessionId } },
        body: { pricePerUnit: value, reason },
      }),
    ),
  );
  return (
    <Correction
      name={t`the price of ${sector}`}
      button={t`Correct the price`}
      label={currency ? t`Price per unit (${currency})` : t`Price per unit`}
      value={pricePerUnit}
      difference={({ value }) => (
        <Trans>
          Difference of pieces:{' '}
          <Figure value={value * totals.validUnits - piecesWorth(session)} currency={currency} />
        </Trans>
      )}
      by={correcting}
    />
  );
}
