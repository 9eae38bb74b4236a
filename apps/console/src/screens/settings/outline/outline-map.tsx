import { useLingui } from '@lingui/react/macro';
import { LocateFixed, Maximize, Minus, PenLine, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useMapTiles } from '../../../app/signed-in.ts';
import { ringsOf } from '../../../farm/outline.ts';
import { tilesOf } from '../../../farm/tiles.ts';
import { isEditable } from './drawing.ts';
import type { OutlineMapProps } from './outline-map-props.ts';
import { useOutlineMap } from './use-outline-map.ts';

/** The outline of a sector among its neighbours, drawn and changed by the pointer; `Corners` does the same by keys. */
export default function OutlineMap(props: OutlineMapProps) {
  const { boundary, neighbours, here } = props;
  const { t } = useLingui();
  const tiles = useMapTiles();
  const element = useRef<HTMLDivElement>(null);
  const layer = useRef<SVGGElement>(null);
  const { plane, zoom, fit, begin, goTo } = useOutlineMap(props, element, layer);
  useEffect(() => {
    if (here) goTo(here);
  }, [here, goTo]);
  const at = here && plane.toPoint(here);
  return (
    <div className="outline-map">
      <div ref={element} className="ground" aria-hidden="true">
        <svg width={plane.width} height={plane.height}>
          {tiles &&
            tilesOf(plane, tiles.url).map(({ url, ...place }) => <image key={url} href={url} {...place} />)}
          {neighbours.map(({ name, boundary: other }) => (
            <path key={name} className="neighbour" d={plane.pathOf(ringsOf(other))}>
              <title>{name}</title>
            </path>
          ))}
          {boundary && !isEditable(boundary) && (
            <path className="outline" d={plane.pathOf(ringsOf(boundary))} />
          )}
          <g ref={layer} />
          {at && <circle className="here" cx={at.x} cy={at.y} r={7} />}
        </svg>
      </div>
      {tiles && tiles.attribution !== '' && <small>{tiles.attribution}</small>}
      <div className="tools" role="toolbar" aria-label={t`Map`}>
        <button type="button" onClick={begin}>
          <PenLine /> {boundary === null ? t`Draw` : t`Draw anew`}
        </button>
        <button type="button" aria-label={t`Nearer`} onClick={() => zoom(1.5)}>
          <Plus />
        </button>
        <button type="button" aria-label={t`Farther`} onClick={() => zoom(1 / 1.5)}>
          <Minus />
        </button>
        <button type="button" aria-label={t`Show all`} onClick={fit}>
          <Maximize />
        </button>
        <button type="button" onClick={props.onLocate}>
          <LocateFixed /> {t`Where I am`}
        </button>
      </div>
    </div>
  );
}
