import { useLingui } from '@lingui/react/macro';
import { LocateFixed, Plus, Trash2 } from 'lucide-react';
import { type Corner, polygonOf, ringsOf } from '../../../farm/outline.ts';
import type { Boundary } from '../../../scouting/map-shapes.ts';
import { useEffect, useState } from 'react';

interface Props {
  readonly boundary: Boundary | null;
  readonly here: Corner | null;
  readonly onChange: (boundary: Boundary | null) => void;
}

/** More would be typed by nobody. */
const MOST = 100;

/** The corners of an outline as numbers, for keyboards, and for whoever walks along the field. */
export function Corners({ boundary, here, onChange }: Props) {
  const { t } = useLingui();
  const [corners, setCorners] = useState<readonly Corner[]>([]);
  const isSimple = boundary === null || (boundary.type === 'Polygon' && boundary.coordinates.length === 1);
  useEffect(() => {
    if (boundary !== null) setCorners(ringsOf(boundary)[0]?.slice(0, -1) ?? []);
  }, [boundary]);
  if (!isSimple || corners.length > MOST)
    return <p>{t`This outline has holes, several parts or many corners: replace it as a whole.`}</p>;
  const change = (next: readonly Corner[]) => {
    setCorners(next);
    onChange(polygonOf(next));
  };
  const put = (index: number, next: Corner | null) =>
    change(corners.toSpliced(index, 1, ...(next ? [next] : [])));
  return (
    <details className="disclosure">
      <summary>{t`Corners as numbers`}</summary>
      <ol className="corners">
        {corners.map((corner, index) => (
          // A corner has no other identity than its place.
          <CornerRow key={index} corner={corner} number={index + 1} onChange={(next) => put(index, next)} />
        ))}
      </ol>
      <p className="actions">
        <button type="button" onClick={() => change([...corners, corners.at(-1) ?? here ?? [0, 0]])}>
          <Plus /> {t`Add a corner`}
        </button>
        {here && (
          <button type="button" onClick={() => change([...corners, here])}>
            <LocateFixed /> {t`Add a corner where I am`}
          </button>
        )}
      </p>
    </details>
  );
}

interface RowProps {
  readonly corner: Corner;
  readonly number: number;
  /** @param corner null: removed */
  readonly onChange: (corner: Corner | null) => void;
}

function CornerRow({ corner: [longitude, latitude], number, onChange }: RowProps) {
  const { t } = useLingui();
  return (
    <li>
      <Degrees
        label={t`Latitude of corner ${number}`}
        value={latitude}
        max={90}
        onChange={(degrees) => onChange([longitude, degrees])}
      />
      <Degrees
        label={t`Longitude of corner ${number}`}
        value={longitude}
        max={180}
        onChange={(degrees) => onChange([degrees, latitude])}
      />
      <button type="button" aria-label={t`Remove corner ${number}`} onClick={() => onChange(null)}>
        <Trash2 />
      </button>
    </li>
  );
}

interface DegreesProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly onChange: (degrees: number) => void;
}

function Degrees({ label, value, max, onChange }: DegreesProps) {
  return (
    <input
      aria-label={label}
      type="number"
      step="any"
      min={-max}
      max={max}
      required
      value={value}
      onChange={({ target }) => Number.isFinite(target.valueAsNumber) && onChange(target.valueAsNumber)}
    />
  );
}
