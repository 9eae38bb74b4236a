import { useFormat } from './format.ts';

/** A number from the API with its unit; the `value` attribute keeps it unformatted for programs. */
export function Figure({
  value,
  unit,
  digits = 2,
}: {
  readonly value: number | null | undefined;
  readonly unit?: string | null | undefined;
  readonly digits?: number;
}) {
  const { number } = useFormat();
  if (value === null || value === undefined) return <span className="none">–</span>;
  return (
    <span className="figure">
      <data value={value}>{number(value, digits)}</data>
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
export function Tile({
  label,
  ...figure
}: {
  readonly label: string;
  readonly value: number | null | undefined;
  readonly unit?: string | null | undefined;
  readonly digits?: number;
}) {
  return (
    <div className="tile">
      <dt>{label}</dt>
      <dd>
        <Figure {...figure} />
      </dd>
    </div>
  );
}
