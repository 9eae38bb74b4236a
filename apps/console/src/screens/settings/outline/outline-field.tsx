import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { type Corner, cornersOf, hectaresOf, outlineProblem } from '../../../farm/outline.ts';
import type { FileProblem } from '../../../farm/outline-file.ts';
import { useFormat } from '../../../parts/format.ts';
import { Loading } from '../../../parts/states.tsx';
import type { Boundary } from '../../../scouting/map-shapes.ts';
import { Corners } from './corners.tsx';
import { FileDrop } from './file-drop.tsx';
import type { OutlineMapProps } from './outline-map-props.ts';
import { useOutlineProblems } from './outline-problems.ts';

// terra-draw is large, and only whoever draws needs it.
const OutlineMap = lazy(() => import('./outline-map.tsx'));

type Props = Pick<OutlineMapProps, 'boundary' | 'neighbours' | 'onChange'>;

/** The outline of a sector: drawn on a map, dropped as a file, or typed corner by corner. */
export function OutlineField({ boundary, neighbours, onChange }: Props) {
  const { t } = useLingui();
  const { number } = useFormat();
  const problems = useOutlineProblems();
  const [here, setHere] = useState<Corner | null>(null);
  const [problem, setProblem] = useState<FileProblem | 'no-position'>();
  const change = (next: Boundary | null) => {
    setProblem(undefined);
    onChange(next);
  };
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setHere([coords.longitude, coords.latitude]),
      () => setProblem('no-position'),
      { enableHighAccuracy: true, timeout: 15_000 },
    );
  const wrong = problem ?? (boundary ? outlineProblem(boundary) : undefined);
  const [hectares, corners] = boundary ? [number(hectaresOf(boundary), 2), number(cornersOf(boundary))] : [];
  return (
    <fieldset className="outline-field wide">
      <legend>
        {t`Outline`} {boundary && t`${hectares} ha, ${corners} corners`}
      </legend>
      <FileDrop onRead={change} onProblem={setProblem}>
        <Suspense fallback={<Loading />}>
          <OutlineMap {...{ boundary, neighbours, here }} onLocate={locate} onChange={change} />
        </Suspense>
      </FileDrop>
      {wrong && (
        <p className="notice bad" role="alert">
          {problems[wrong]}
        </p>
      )}
      <Corners boundary={boundary} here={here} onChange={change} />
    </fieldset>
  );
}
