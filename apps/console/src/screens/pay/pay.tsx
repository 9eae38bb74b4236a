import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { Answered } from '../../parts/answered.tsx';
import { useFormat } from '../../parts/format.ts';
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
              {runs.map(({ payRunId, from, to, status }) => (
                <li key={payRunId} className="card">
                  <h2>
                    <Link href={`/pay/${payRunId}`}>
                      {date(from)} – {date(to)}
                    </Link>
                  </h2>
                  <p>{status === 'frozen' ? <Trans>Frozen</Trans> : <Trans>Draft</Trans>}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Screen>
  );
}
