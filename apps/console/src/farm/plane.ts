import type { Corner } from './outline.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

const METRES_PER_DEGREE = 111_320;
/** Pixels from the edge to what the plane is fitted to. */
const MARGIN = 32;
/** What is shown where nothing is drawn yet, in metres. */
const EMPTY_METRES = 600;
const LEAST_METRES = 30;
const MOST_METRES = 2_000_000;

/**
 * A map without a background: a farm is small enough for a plane, on which longitudes are as long as at the latitude of its
 * middle. Immutable.
 */
export class Plane {
  private constructor(
    readonly centre: Corner,
    readonly metresPerPixel: number,
    readonly width: number,
    readonly height: number,
  ) {}

  /** Shows all of these corners. */
  static fitting(corners: readonly Corner[], width: number, height: number): Plane {
    const [longitudes, latitudes] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    if (corners.length === 0) return new Plane([0, 0], EMPTY_METRES / width, width, height);
    const middle = (values: readonly number[]) => (least(values) + most(values)) / 2;
    const centre: Corner = [middle(longitudes), middle(latitudes)];
    const extent = (values: readonly number[]) => (most(values) - least(values)) * METRES_PER_DEGREE;
    const across = extent(longitudes) * narrowing(centre);
    const fitted = Math.max(across / (width - 2 * MARGIN), extent(latitudes) / (height - 2 * MARGIN));
    return new Plane(centre, fitted > 0 ? fitted : EMPTY_METRES / width, width, height);
  }

  toPoint([longitude, latitude]: Corner): Point {
    const perPixel = METRES_PER_DEGREE / this.metresPerPixel;
    return {
      x: this.width / 2 + (longitude - this.centre[0]) * narrowing(this.centre) * perPixel,
      y: this.height / 2 - (latitude - this.centre[1]) * perPixel,
    };
  }

  toCorner({ x, y }: Point): Corner {
    const degrees = this.metresPerPixel / METRES_PER_DEGREE;
    return [
      this.centre[0] + ((x - this.width / 2) * degrees) / narrowing(this.centre),
      this.centre[1] - (y - this.height / 2) * degrees,
    ];
  }

  /** @param factor above 1: nearer; what is at `at` stays there */
  zoomed(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): Plane {
    const shown = (this.metresPerPixel * this.width) / factor;
    if (shown < LEAST_METRES || shown > MOST_METRES) return this;
    const before = this.toCorner(at);
    const nearer = new Plane(this.centre, this.metresPerPixel / factor, this.width, this.height);
    const after = nearer.toCorner(at);
    return nearer.at([this.centre[0] + before[0] - after[0], this.centre[1] + before[1] - after[1]]);
  }

  /** Moved by pixels. */
  moved(x: number, y: number): Plane {
    return this.at(this.toCorner({ x: this.width / 2 - x, y: this.height / 2 - y }));
  }

  at(centre: Corner): Plane {
    return new Plane(centre, this.metresPerPixel, this.width, this.height);
  }

  sized(width: number, height: number): Plane {
    return new Plane(this.centre, this.metresPerPixel, width, height);
  }

  /** Data of an SVG path through rings of corners. */
  pathOf(rings: readonly (readonly Corner[])[]): string {
    return rings
      .map((ring) => {
        const points = ring.map((corner) => this.toPoint(corner));
        return `M${points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z`;
      })
      .join('');
  }
}

const narrowing = ([, latitude]: Corner) => Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other), Infinity);
const most = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), -Infinity);
