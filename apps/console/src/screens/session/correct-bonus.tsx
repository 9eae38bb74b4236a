import { Trans, useLingui } from '@lingui/react/macro';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { Session } from '../../api/types.ts';
import { useCompany } from '../../app/signed-in.ts';
import { Figure } from '../../parts/figure.tsx';
import { Correction, type Entered } from './correction.tsx';
import { piecesWorth } from './pieces-worth.ts';
import { useCorrection } from './session-query.ts';

type Bonus = NonNullable<Session['bonus']>;
const NONE = 'none';

/** What a bonus of this kind and value adds to the pieces of a session. */
function worthOf({ choice, value }: Entered, session: Session): number {
  if (choice === 'fixed') return value;
  if (choice === 'per_unit') return value * session.totals.validUnits;
  return choice === 'percent' ? (value / 100) * piecesWorth(session) : 0;
}

/** Changes or clears the bonus of a closed session on behalf of the office. */
export function CorrectBonus({ session }: { readonly session: Session }) {
  const { t } = useLingui();
  const { currency } = useCompany();
  const { sessionId, sector_name: sector, bonus } = session;
  const correcting = useCorrection(({ value, choice, reason }) => {
    const asked = choice === NONE ? null : { type: choice as Bonus['type'], value };
    return bodyOf(
      furrow.POST('/api/control/production/sessions/{sessionId}/correct', {
        params: { path: { sessionId } },
        body: { bonus: asked && { ...asked, note: bonus?.note ?? null }, reason },
      }),
    );
  });
  const before = bonus ? worthOf({ choice: bonus.type, value: bonus.value }, session) : 0;
  const differenceOf = (entered: Entered) => worthOf(entered, session) - before;
  return (
    <Correction
      name={t`the bonus of ${sector}`}
      button={t`Correct the bonus`}
      label={t`Value`}
      value={bonus?.value ?? null}
      choices={{
        label: t`Bonus`,
        chosen: bonus?.type ?? NONE,
        without: NONE,
        names: {
          [NONE]: t`None`,
          fixed: t`Once for the session`,
          per_unit: t`For each unit`,
          percent: t`Percent of the pieces`,
        },
      }}
      difference={(entered) => (
        <Trans>
          Difference of the bonus: <Figure value={differenceOf(entered)} currency={currency} />
        </Trans>
      )}
      by={correcting}
    />
  );
}
