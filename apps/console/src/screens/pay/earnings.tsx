import { Trans } from '@lingui/react/macro';
import type { PayStatement } from '../../api/types.ts';
import { Figure } from '../../parts/figure.tsx';
import { type Kind, KINDS, useKindNames } from './kind-names.ts';

/** The sum of one kind, added up in hundredths, so that it is exact to the cent. */
export const sumOf = ({ lines }: Pick<PayStatement, 'lines'>, kind: Kind): number =>
  lines.reduce((cents, line) => (line.kind === kind ? cents + Math.round(line.amount * 100) : cents), 0) /
  100;

/** The kinds of pay that occur, in the order of the calculation. */
export const kindsIn = (statements: readonly Pick<PayStatement, 'lines'>[]): Kind[] =>
  KINDS.filter((kind) => statements.some(({ lines }) => lines.some((line) => line.kind === kind)));

interface Props {
  readonly statement: PayStatement;
  readonly currency: string | null;
}

/** What the gross pay of a worker consists of. */
export function Earnings({ statement, currency }: Props) {
  const names = useKindNames();
  return (
    <section className="card">
      <h2>
        <Trans>Earnings</Trans>
      </h2>
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
          <dt>
            <Trans>Gross pay</Trans>
          </dt>
          <dd>
            <Figure value={statement.gross} currency={currency} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
