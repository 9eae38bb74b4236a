import { useDecimals } from '../app/signed-in.ts';
import { useFormat } from './format.ts';

interface FigureProps {
  readonly value: number | null | undefined;
  /** For money the currency, if the company has one. */
  readonly unit?: string | null | undefined;
  readonly digits?: number;
  /** Whether it is an amount, which has the decimals of the company's currency. */
  readonly isMoney?: boolean;
}

/** A number from the API with its unit; the `value` attribute keeps it unformatted for programs. */
export function Figure({ value, unit, digits = 2, isMoney = false }: FigureProps) {
  const { number, money } = useFormat();
  const decimals = useDecimals();
  if (value === null || value === undefined) return <span className="none">–</span>;
  return (
    <span className="figure">
      <data value={value}>{isMoney ? money(value, decimals) : number(value, digits)}</data>
      {unit ? <small> {unit}</small> : null}
    </span>
  );
}

/** A share from 0 to 1, shown in percent. */
export function Share({ value }: { readonly value: number | null | undefined }) {
  const { number } = useFormat();
  if (value === null || value === undefined) return <span className="none">–</span>;
  return (
    <span className="figure">
      <data value={value}>{number(value * 100, 0)}</data>
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
