import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { Figure } from '../../../parts/figure.tsx';
import { type Shown, withChoice } from '../view.ts';
import { Sparkline } from './sparkline.tsx';

interface Props {
  readonly of: Shown;
  readonly isShown: boolean;
  readonly label: string;
  /** Undefined: not answered yet. */
  readonly value: number | undefined;
  readonly unit: string;
  readonly digits?: number | undefined;
  /** What the value is of, such as its day. */
  readonly about?: ReactNode;
  readonly course: readonly (number | null)[];
  readonly isBars?: boolean;
  readonly isWarning?: boolean;
}

/** A value of now with its course; a link to its plot. */
export function NowTile(props: Props) {
  const { of, isShown, label, value, unit, digits, about, course, isBars = false, isWarning = false } = props;
  const [search] = useSearchParams();
  const classes = ['tile', 'now', value === undefined && 'loading', isWarning && 'warn'];
  return (
    <Link
      href={withChoice(search, { show: of })}
      className={classes.filter(Boolean).join(' ')}
      aria-current={isShown ? 'true' : undefined}
    >
      <span className="label">{label}</span>
      <strong>
        <Figure value={value} unit={unit} digits={digits} />
      </strong>
      <small>{about ?? '\u00a0'}</small>
      <Sparkline values={course} isBars={isBars} />
    </Link>
  );
}
