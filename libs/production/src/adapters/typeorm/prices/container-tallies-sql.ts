/** Adds movements to the tallies by container, which every writer locks in the same order. @param movements selects them */
const tallied = (movements: string) => `
  INSERT INTO production.container_tallies AS t
    (company_id, session_id, quality_id, container, units_added, units_voided, containers_added, containers_voided,
     record_count, voided_count)
  ${movements}
  ON CONFLICT (company_id, session_id, quality_slot, container) DO UPDATE SET
    units_added = t.units_added + excluded.units_added,
    units_voided = t.units_voided + excluded.units_voided,
    containers_added = t.containers_added + excluded.containers_added,
    containers_voided = t.containers_voided + excluded.containers_voided,
    record_count = t.record_count + excluded.record_count,
    voided_count = t.voided_count + excluded.voided_count`;

/** @param added selects records with `session_id, quality_id, container, container_count, units` */
export const tallyContainers = (added: string) =>
  tallied(`
    SELECT $1::uuid, session_id, quality_id, container, sum(units), 0, sum(container_count), 0, count(*), 0
    FROM ${added} GROUP BY session_id, quality_id, container ORDER BY session_id, quality_id, container`);

/** The record that the counter-movement $2 cancels, if that was inserted. */
export const TALLY_COUNTERED_CONTAINER = tallied(`
  SELECT $1::uuid, r.session_id, r.quality_id, r.container, 0, r.units, 0, r.container_count, 0, 1
  FROM production.records c
  JOIN production.records r ON r.company_id = c.company_id AND r.record_id = c.voids_record_id
  WHERE c.company_id = $1 AND c.record_id = $2 AND r.container IS NOT NULL`);

/**
 * Valid units of the sessions $2 by quality and container. Tallies hold all of them by quality, so those in no container
 * are what is left.
 */
export const UNITS_BY_KIND = `
  WITH contained AS (
    SELECT session_id, quality_slot, quality_id, container, units_added - units_voided AS units
    FROM production.container_tallies WHERE company_id = $1 AND session_id = ANY($2::uuid[])
  ), of_all AS (
    SELECT session_id, quality_slot, quality_id, sum(units_added - units_voided) AS units
    FROM production.tallies WHERE company_id = $1 AND session_id = ANY($2::uuid[])
    GROUP BY session_id, quality_slot, quality_id
  ), kinds AS (
    SELECT session_id, quality_id, container, units FROM contained
    UNION ALL
    SELECT a.session_id, a.quality_id, NULL, a.units - coalesce(c.units, 0)
    FROM of_all a
    LEFT JOIN (SELECT session_id, quality_slot, sum(units) AS units FROM contained GROUP BY session_id, quality_slot) c
      ON c.session_id = a.session_id AND c.quality_slot = a.quality_slot
  )
  SELECT session_id AS "sessionId", quality_id AS "qualityId", container, trim_scale(units)::text AS units
  FROM kinds WHERE units <> 0 ORDER BY session_id, quality_id, container`;
