import {
  TerraDraw,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
  ValidateNotSelfIntersecting,
} from 'terra-draw';
import { ringsOf } from '../../../farm/outline.ts';
import type { Boundary } from '../../../scouting/map-shapes.ts';
import type { PlaneAdapter } from './plane-adapter.ts';

type Validation = NonNullable<
  NonNullable<ConstructorParameters<typeof TerraDrawPolygonMode>[0]>['validation']
>;

/** The types of updates after which a shape stays. */
const DONE: ReadonlySet<string> = new Set(['commit', 'finish']);
/** A hundredth of a metre. */
const DECIMALS = 7;
/** Each corner has a handle, so that more of them could neither be told apart nor drawn in time. */
const MOST_HANDLES = 300;

/** Whether an outline can be changed corner by corner: holes and very long ones can only be replaced. */
export function isEditable(boundary: Boundary | null): boolean {
  if (boundary === null) return true;
  const polygons = boundary.type === 'Polygon' ? [boundary.coordinates] : boundary.coordinates;
  const corners = ringsOf(boundary).reduce((sum, ring) => sum + ring.length, 0);
  return polygons.every((rings) => rings.length === 1) && corners <= MOST_HANDLES;
}

/** An outline on a plane that the pointer draws and changes. */
export class Drawing {
  readonly #draw: TerraDraw;

  /** @param onChange with every change by the pointer; null while nothing is closed */
  constructor(adapter: PlaneAdapter, onChange: (boundary: Boundary | null) => void) {
    // While a side is on its way it may cross another one.
    const validation: Validation = (feature, { updateType }) =>
      DONE.has(updateType) ? ValidateNotSelfIntersecting(feature) : { valid: true };
    const coordinates = { midpoints: true, draggable: true, deletable: true };
    this.#draw = new TerraDraw({
      adapter,
      modes: [
        new TerraDrawPolygonMode({ validation, pointerDistance: 24 }),
        new TerraDrawSelectMode({
          pointerDistance: 24,
          flags: { polygon: { feature: { validation, draggable: true, coordinates } } },
        }),
      ],
    });
    this.#draw.start();
    this.#draw.setMode('select');
    this.#draw.on('finish', (id, { action }) => {
      if (action === 'draw') this.#keepOnly(id);
      onChange(this.boundary);
    });
  }

  /** Begins a new outline, which replaces the one that is there. */
  begin(): void {
    this.#draw.setMode('polygon');
  }

  /** Shows an outline from elsewhere. */
  show(boundary: Boundary | null): void {
    this.#draw.setMode('select');
    this.#draw.clear();
    if (boundary === null || !isEditable(boundary)) return;
    const polygons = boundary.type === 'Polygon' ? [boundary.coordinates] : boundary.coordinates;
    const added = this.#draw.addFeatures(
      polygons.map((rings) => ({
        type: 'Feature' as const,
        properties: { mode: 'polygon' },
        geometry: { type: 'Polygon' as const, coordinates: rings.map((ring) => ring.map(rounded)) },
      })),
    );
    const [first] = added;
    if (first?.valid && first.id !== undefined) this.#draw.selectFeature(first.id);
  }

  get boundary(): Boundary | null {
    const shapes = this.#draw.getSnapshot().map(({ geometry }) => geometry);
    const polygons = shapes
      .filter(({ type }) => type === 'Polygon')
      .map(({ coordinates }) => (coordinates as number[][][]).map((ring) => ring.map(rounded)));
    const [first, ...more] = polygons;
    if (first === undefined) return null;
    return more.length === 0
      ? { type: 'Polygon', coordinates: first }
      : { type: 'MultiPolygon', coordinates: polygons };
  }

  stop(): void {
    this.#draw.stop();
  }

  #keepOnly(id: string | number): void {
    const others = this.#draw
      .getSnapshot()
      .filter((feature) => feature.id !== id && feature.geometry.type === 'Polygon');
    this.#draw.removeFeatures(others.flatMap((feature) => feature.id ?? []));
    this.#draw.setMode('select');
    this.#draw.selectFeature(id);
  }
}

function rounded([x = 0, y = 0]: readonly number[]): [number, number] {
  return [Number(x.toFixed(DECIMALS)), Number(y.toFixed(DECIMALS))];
}
