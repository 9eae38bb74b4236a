import { useMemo } from 'react';
import type { Sector } from '../../api/places.ts';
import { type MapLabel, labelIn } from '../../scouting/map-label.ts';
import { heightOf, shapesOf } from '../../scouting/map-shapes.ts';

const WIDTH = 480;
const HEIGHTS: [number, number] = [150, 320];

export interface SectorLook {
  /** Written below the name. */
  readonly value: string;
  /** Of the colour. */
  readonly className: string;
}

interface Props {
  readonly project: { readonly sectors: readonly Pick<Sector, 'sectorId' | 'sector_name' | 'boundary'>[] };
  readonly labelledBy: string;
  readonly lookOf: (sectorId: string, name: string) => SectorLook;
}

/** The sectors of a project as a map, north up, each with its name and a value. */
export function SectorShapes({ project: { sectors }, labelledBy, lookOf }: Props) {
  const { height, shapes } = useMemo(() => {
    const places = sectors.flatMap(({ sectorId, boundary }) =>
      boundary ? [{ id: sectorId, boundary }] : [],
    );
    const height = heightOf(
      places.map(({ boundary }) => boundary),
      WIDTH,
      HEIGHTS,
    );
    return { height, shapes: shapesOf(places, WIDTH, height) };
  }, [sectors]);
  if (shapes.length === 0) return null;
  return (
    <svg className="map" viewBox={`0 0 ${WIDTH} ${height}`} role="list" aria-labelledby={labelledBy}>
      {shapes.map(({ id, path, centre: [x, y], width }) => {
        const name = sectors.find(({ sectorId }) => sectorId === id)?.sector_name ?? '';
        const { value, className } = lookOf(id, name);
        const label = labelIn(name, { x, width }, WIDTH);
        return (
          <g key={id} role="listitem" aria-label={`${name}: ${value}`}>
            <path d={path} className={className} />
            <Name label={label} y={y - 14 * (label.lines.length - 1) - 3} />
            <text x={label.x} y={y + 14} className="value">
              {value}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function Name({ label: { lines, fontSize, x }, y }: { readonly label: MapLabel; readonly y: number }) {
  return (
    <text y={y} fontSize={fontSize}>
      {lines.map((line, i) => (
        <tspan key={line} x={x} dy={i === 0 ? 0 : 14}>
          {i < lines.length - 1 ? `${line} ` : line}
        </tspan>
      ))}
    </text>
  );
}
