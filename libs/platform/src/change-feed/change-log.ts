import { tenantTable } from '../database/tenant-table.ts';

export interface ChangeLog {
  /** The table with its schema, such as `production.session_changes`. */
  readonly log: string;
  /** The column with the item's id. */
  readonly item: string;
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

    ${changeTrigger(`${log}_noted`, { log, item }, `SELECT DISTINCT company_id, ${item} FROM changed`)}`;
}

/**
 * SQL of a statement trigger function that notes in a log what `items` selects: a company's id, then an item's. It runs
 * as the owner of the schema, because writers may not write into the log. Arrays instead of the statement itself, so
 * that one plan suits one item and a thousand.
 */
export function changeTrigger(name: string, { log, item }: ChangeLog, items: string): string {
  return `
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog, pg_temp
      AS $$
      DECLARE
        companies uuid[];
        items uuid[];
      BEGIN
        SELECT array_agg(company_id), array_agg(item) INTO companies, items FROM (${items}) AS found (company_id, item);
        IF items IS NULL THEN
          RETURN NULL;
        END IF;
        WITH older AS (
          DELETE FROM ${log} WHERE ctid = ANY (ARRAY(
            SELECT noted.ctid
            FROM unnest(companies, items) AS changed (company_id, item)
            JOIN ${log} noted ON noted.company_id = changed.company_id AND noted.${item} = changed.item
            WHERE noted.xid <> pg_current_xact_id()
            FOR UPDATE OF noted SKIP LOCKED))
        )
        INSERT INTO ${log} (company_id, ${item}, xid, settled_xid, changed_at)
        SELECT company_id, item, pg_current_xact_id(), pg_snapshot_xmin(pg_current_snapshot()), clock_timestamp()
        FROM unnest(companies, items) AS changed (company_id, item)
        ON CONFLICT DO NOTHING;
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
