import { useLingui } from '@lingui/react/macro';
import type { PayStatement } from '../../api/types.ts';
import { Figure } from '../../parts/figure.tsx';
import { useKindNames } from './kind-names.ts';
import { kindsIn, sumOf } from './kinds.ts';

interface Props {
  readonly statement: PayStatement;
  readonly currency: string | null;
}

/** What the gross pay of a worker consists of. */
export function Earnings({ statement, currency }: Props) {
  const { t } = useLingui();
  const names = useKindNames();
  return (
    <section className="card">
      <h2>{t`Earnings`}</h2>
      <dl className="sums earnings">
        {kindsIn([statement]).map((kind) => (
          <div key={kind}>
            <dt>{names[kind]}</dt>
            <dd>
              <Figure value={sumOf(statement, kind)} currency={currency} />
            </dd>
          </div>
        ))}
        <div className="sum">
          <dt>{t`Gross pay`}</dt>
          <dd>
            <Figure value={statement.gross} currency={currency} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
