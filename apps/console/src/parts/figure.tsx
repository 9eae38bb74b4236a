import { useDecimalsOf } from '../app/signed-in.ts';
import { useFormat } from './format.ts';

interface FigureProps {
  readonly value: number | null | undefined;
  readonly unit?: string | null | undefined;
  readonly digits?: number | undefined;
  /** Of an amount of money; null if the company has none. */
  readonly currency?: string | null | undefined;
}

/** A number from the API with its unit; the `value` attribute keeps it unformatted for programs. */
export function Figure({ value, unit, digits, currency }: FigureProps) {
  const { number, money } = useFormat();
  const decimals = useDecimalsOf(currency);
  if (value === null || value === undefined) return <span className="none">–</span>;
  return (
    <span className="figure">
      <data value={value}>
        {currency === undefined ? number(value, digits) : money(value, currency, decimals, digits)}
      </data>
      {unit ? <small> {unit}</small> : null}
    </span>
  );
}

/** A share from 0 to 1, shown in percent. */
export function Share({ value, digits = 0 }: Pick<FigureProps, 'value' | 'digits'>) {
  const { number } = useFormat();
  if (value === null || value === undefined) return <span className="none">–</span>;
  return (
    <span className="figure">
      <data value={value}>{number(value * 100, digits)}</data>
      <small> %</small>
    </span>
  );
}

/** A key figure of a screen with its label. */
export function Tile({ label, ...figure }: FigureProps & { readonly label: string }) {
  return (
    <div className="tile">
      <dt>{label}</dt>
      <dd>
        <Figure {...figure} />
      </dd>
    </div>
  );
}
