import type { QueryRunner } from 'typeorm';

/**
 * Makes sectors findable by a point. An index on the edges of bounding boxes would still scan half of a company's
 * sectors, and geometry operators cannot use an index under row-level security. So every box has a tile: of the ten
 * grids whose tiles are 1/512°, 4/512°, 16/512°, … 512° wide, the finest one in which the box spans at most two tiles
 * in each direction, and of those its south-western one. A point in the box lies in that tile or in the next one to the
 * east or north; so in each grid four tiles can hold the sectors around a point: forty keys, however many sectors there
 * are.
 */
export class SectorTiles1763600000201 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION agronomy.tile(grid integer, east_steps integer, north_steps integer) RETURNS bigint
        LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        RETURN (grid::bigint << 40) + (east_steps::bigint << 20) + north_steps;

      CREATE FUNCTION agronomy.tile_of_box(west float8, south float8, east float8, north float8) RETURNS bigint
        LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        RETURN (
          SELECT agronomy.tile(grid, floor((west + 180) / width)::integer, floor((south + 90) / width)::integer)
          FROM (SELECT grid, power(4, grid) / 512 AS width FROM generate_series(0, 9) AS grid) AS grids
          WHERE floor((east + 180) / width) - floor((west + 180) / width) <= 1
            AND floor((north + 90) / width) - floor((south + 90) / width) <= 1
          ORDER BY grid LIMIT 1);

      CREATE FUNCTION agronomy.tiles_around(longitude float8, latitude float8) RETURNS bigint[]
        LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        RETURN (
          SELECT array_agg(agronomy.tile(grid, floor((longitude + 180) / width)::integer - west_by,
                                         floor((latitude + 90) / width)::integer - south_by))
          FROM (SELECT grid, power(4, grid) / 512 AS width FROM generate_series(0, 9) AS grid) AS grids,
               generate_series(0, 1) AS west_by, generate_series(0, 1) AS south_by);

      ALTER TABLE agronomy.sectors
        ADD COLUMN tile bigint GENERATED ALWAYS AS (agronomy.tile_of_box(west, south, east, north)) STORED;
      CREATE INDEX sectors_by_tile ON agronomy.sectors (company_id, tile, west, east, south, north)
        WHERE status = 'active';
    `);
  }
}
