import type { Stage } from '../stage.ts';

const EDGE = 0.01;
const COLUMNS = 100;

/** A company with adjacent square sectors, and points within them. */
export interface LocatedFarm {
  readonly companyId: string;
  point(number: number): { readonly longitude: number; readonly latitude: number };
}

export async function openLocatedFarm(stage: Stage, farm: string, sectors: number): Promise<LocatedFarm> {
  const corner = (number: number) => ({
    west: -71 + (number % COLUMNS) * EDGE,
    south: -33 + Math.floor(number / COLUMNS) * EDGE,
  });
  const plots = Array.from({ length: sectors }, (_, number) => {
    const { west, south } = corner(number);
    const [east, north] = [west + EDGE, south + EDGE];
    const ring = [west, east, east, west, west].map((x, i) => [x, [south, south, north, north, south][i]]);
    return { key: `s${number}`, name: `S${number}`, boundary: { type: 'Polygon', coordinates: [ring] } };
  });
  const { companyId } = await stage.apply({
    company: { key: farm, name: farm, timezone: 'UTC' },
    projects: [{ key: 'farm', name: 'Farm', timezone: 'UTC', sectors: plots }],
  });
  return {
    companyId,
    point(number) {
      const { west, south } = corner(number % sectors);
      return { longitude: west + EDGE / 3, latitude: south + EDGE / 2 };
    },
  };
}
