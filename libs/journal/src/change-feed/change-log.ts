import { tenantTable } from '@furrow/database';

export interface ChangeLog {
  /** The table with its schema, such as `production.session_changes`. */
  readonly log: string;
  /** The column with the item's id. */
  readonly item: string;
}

/** What a trigger of a change log notes. */
export interface NotedChanges {
  /**
   * SQL of what a statement changed, from its transition tables alone: a company's id, then an id. On a shard a
   * transition table is unknown to Citus, so no statement joins it with another table.
   */
  readonly changed: string;
  /** SQL of the items behind it, where ids are not those of items: of `company`, an id, and `changed_ids`, an array. */
  readonly items?: string;
}

/**
 * SQL of a change log for a migration: the transaction that last changed each item of a company.
 *
 * - `<log> (company_id, <item>, xid, settled_xid, changed_at)`
 * - `<log>_noted()`, a statement trigger function, notes every item of its transition table `changed`
 *
 * It never waits. A note is a row of its own transaction; it deletes earlier notes of the item, except those locked by
 * another transaction. Remaining ones are ignored by readers, and deleted with the next change.
 */
export function changeLog({ log, item }: ChangeLog): string {
  return `
    CREATE TABLE ${log} (
      company_id uuid NOT NULL,
      ${item} uuid NOT NULL,
      -- The transaction that changed it, whenever it commits.
      xid xid8 NOT NULL,
      -- Every transaction before this one had ended by changed_at.
      settled_xid xid8 NOT NULL,
      changed_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, ${item}, xid)
    ) WITH (autovacuum_vacuum_scale_factor = 0.02);
    CREATE INDEX ON ${log} (company_id, xid, ${item});
    INSERT INTO feed.logs VALUES ('${log}', '${item}');
    ${tenantTable(log, { tenant: 'SELECT' })}

    ${changeLogTrigger({ log, item })}`;
}

/** SQL of `<log>_noted()`, which a later migration may say anew. */
export function changeLogTrigger({ log, item }: ChangeLog): string {
  const changed = `SELECT company_id, ${item} FROM changed`;
  return changeTrigger(`${log}_noted`, { log, item }, { changed });
}

/**
 * SQL of a statement trigger function that notes items in a log. It runs as the owner of the schema, because writers may
 * not write into the log. Arrays instead of the statement itself, so that one plan suits one item and a thousand; one
 * company at a time, so that on a Citus each statement concerns one shard.
 */
export function changeTrigger(
  name: string,
  { log, item }: ChangeLog,
  { changed, items }: NotedChanges,
): string {
  return `
    CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog, pg_temp
      AS $$
      DECLARE
        this_xid xid8;
        settled_before xid8;
        company uuid;
        changed_ids uuid[];
      BEGIN
        FOR company, changed_ids IN
          SELECT company_id, array_agg(DISTINCT id) FROM (${changed}) AS found (company_id, id) GROUP BY company_id
        LOOP
          CONTINUE WHEN NOT feed.is_of_this_node(company);
          ${items === undefined ? '' : `changed_ids := ARRAY(${items});`}
          this_xid := feed.current_xid();
          settled_before := feed.settled_xid();
          DELETE FROM ${log} WHERE company_id = company AND ctid = ANY (ARRAY(
            SELECT noted.ctid
            FROM unnest(changed_ids) AS changed (item)
            JOIN ${log} noted ON noted.company_id = company AND noted.${item} = changed.item
            WHERE noted.xid <> this_xid
            FOR UPDATE OF noted SKIP LOCKED));
          INSERT INTO ${log} (company_id, ${item}, xid, settled_xid, changed_at)
          SELECT company, item, this_xid, settled_before, clock_timestamp() FROM unnest(changed_ids) AS changed (item)
          ON CONFLICT DO NOTHING;
        END LOOP;
        RETURN NULL;
      END $$;
    REVOKE ALL ON FUNCTION ${name} FROM PUBLIC;`;
}

/** SQL that notes every row which a statement inserts or updates in a table, by `<log>_noted`. */
export function changesNoted(table: string, log: string): string {
  const name = log.replace(/^.*\./, '');
  return ['insert', 'update']
    .map(
      (event) => `
    CREATE TRIGGER ${name}_on_${event} AFTER ${event} ON ${table}
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ${log}_noted();`,
    )
    .join('');
}
