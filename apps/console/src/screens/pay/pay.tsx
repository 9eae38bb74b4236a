import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { Answered } from '../../parts/answered.tsx';
import { Figure } from '../../parts/figure.tsx';
import type { ListedPayRun } from '../../api/types.ts';
import { useFormat } from '../../parts/format.ts';
import { useNow } from '../../parts/now.ts';
import { Screen } from '../../parts/screen.tsx';
import { Empty } from '../../parts/states.tsx';
import { OpenPayRun } from './open-pay-run.tsx';
import { usePayRuns } from './pay-query.ts';

/** The list of pay runs. */
export default function Pay() {
  const { t } = useLingui();
  const { date } = useFormat();
  return (
    <Screen title={<Trans>Pay</Trans>}>
      <OpenPayRun />
      <Answered of={usePayRuns()}>
        {(runs) =>
          runs.length === 0 ? (
            <Empty title={t`There is no pay run yet.`}>
              <Trans>Calculate one above: a draft changes nothing, and shows what each worker is owed.</Trans>
            </Empty>
          ) : (
            <ul className="cards">
              {runs.map((run) => (
                <li key={run.payRunId} className="card">
                  <h2>
                    <Link href={`/pay/${run.payRunId}`}>
                      {date(run.from)} – {date(run.to)}
                    </Link>
                  </h2>
                  <p>{run.status === 'frozen' ? <Trans>Frozen</Trans> : <Trans>Draft</Trans>}</p>
                  <LastFigures of={run} />
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Screen>
  );
}

/** What the last calculation came to, and when it was; opening a draft calculates it anew. */
function LastFigures({ of }: { readonly of: ListedPayRun }) {
  const { ago } = useFormat();
  const now = useNow();
  const { totals, currency, calculatedAt, status } = of;
  if (totals === null || calculatedAt === null)
    return (
      <p>
        <Trans>Not calculated yet</Trans>
      </p>
    );
  const age = ago(calculatedAt, now);
  return (
    <p>
      <Figure value={totals.gross} unit={currency} isMoney />
      {status === 'draft' && (
        <>
          {' · '}
          <Trans>calculated {age}</Trans>
        </>
      )}
    </p>
  );
}
