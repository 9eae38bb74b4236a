export interface Audited {
  /** The name of a row in acts, such as `session` in `session.added`. */
  readonly kind: string;
  /** The column that is the key together with company_id. */
  readonly key: string;
  /** SQL of the object of an act, if that is not the key. `item` is the row. */
  readonly subject?: string;
  /** SQL of what contains it, such as a record's session. */
  readonly within?: string;
  /** One entry for each value of `within`, instead of one that names all of them. */
  readonly apart?: boolean;
  /** SQL of a row's key in `actingEach`, if rows of several callers may share a transaction. */
  readonly actedAs?: string;
  /** SQL of the act of an INSERT, `<kind>.added` by default. */
  readonly added?: string;
  /** SQL of the act of an UPDATE, `<kind>.updated` by default. `before` is the old row. */
  readonly updated?: string;
  /** Columns that change by themselves, or are reported otherwise. */
  readonly silent?: readonly string[];
  /** For a log whose rows are only added, and removed when they are old, which is no user's act. */
  readonly addedOnly?: boolean;
}

/**
 * SQL for a migration that records whatever a statement adds, changes or removes in a table in the audit trail: one
 * entry per statement, act and company, by triggers of the owner, because writers may not write there. An entry has ids
 * and the names of columns, never their values.
 */
export function audited(table: string, spec: Audited): string {
  const added = `${auditedAs(table, spec)}
    REVOKE ALL ON FUNCTION ${table}_audited FROM PUBLIC;
    CREATE TRIGGER audited_insert AFTER INSERT ON ${table} REFERENCING NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION ${table}_audited();`;
  if (spec.addedOnly) return added;
  return `${added}
    CREATE TRIGGER audited_update AFTER UPDATE ON ${table} REFERENCING OLD TABLE AS before NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION ${table}_audited();
    CREATE TRIGGER audited_delete AFTER DELETE ON ${table} REFERENCING OLD TABLE AS before
      FOR EACH STATEMENT EXECUTE FUNCTION ${table}_audited();`;
}

/** SQL for a later migration that changes how a table is audited. */
export function auditedAs(
  table: string,
  { kind, key, silent = [], apart = false, ...rest }: Audited,
): string {
  const { subject = `item.${key}`, within = 'NULL', actedAs } = rest;
  const { added = `'${kind}.added'`, updated = `'${kind}.updated'` } = rest;
  const changed = `ARRAY(
    SELECT name FROM jsonb_each(to_jsonb(before)) AS was (name, value) JOIN jsonb_each(to_jsonb(item)) AS is_now (name, value) USING (name)
    WHERE was.value <> is_now.value AND name <> ALL ('{${silent.join()}}') ORDER BY name)`;
  const places = apart
    ? `CASE WHEN within IS NOT NULL THEN ARRAY[within] END`
    : `array_agg(DISTINCT within) FILTER (WHERE within IS NOT NULL)`;
  // Otherwise the columns' defaults apply: the actor of the whole transaction.
  const actor =
    actedAs === undefined ? { declared: '', columns: '', values: '', key: 'NULL::jsonb' } : actorOf(actedAs);
  // Only manual statements have so many rows; a row of PostgreSQL could not hold millions of ids. Statements of their own
  // read the transition tables, because a statement that Citus plans on a shard does not know them.
  const entries = (act: string, columns: string, rows: string) => `
    FOR told IN
      SELECT company_id, act, array_agg(subject) AS subjects, ${places} AS within, changed, acting
      FROM (SELECT company_id, ${act}, (${subject})::text, (${within})::text, ${columns}, ${actor.key},
                   (row_number() OVER () - 1) / 10000
            FROM ${rows}) AS told (company_id, act, subject, within, changed, acting, part)
      WHERE changed <> '{}' OR changed IS NULL
      GROUP BY company_id, act, changed, acting, part${apart ? ', within' : ''}
    LOOP
      CONTINUE WHEN NOT feed.is_of_this_node(told.company_id);
      INSERT INTO audit.entries (company_id, act, subjects, within, changed${actor.columns})
      VALUES (told.company_id, told.act, told.subjects, told.within, told.changed${actor.values});
    END LOOP;`;
  return `
    CREATE OR REPLACE FUNCTION ${table}_audited() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog, pg_temp
      AS $$
      DECLARE
        told record;
        ${actor.declared}
      BEGIN
        IF TG_OP = 'INSERT' THEN ${entries(added, 'NULL::text[]', 'after AS item')}
        ELSIF TG_OP = 'UPDATE' THEN ${entries(updated, changed, `before JOIN after AS item USING (company_id, ${key})`)}
        ELSE ${entries(`'${kind}.deleted'`, 'NULL::text[]', 'before AS item')}
        END IF;
        RETURN NULL;
      END $$;`;
}

/** Who acts for each row, computed as the columns' defaults compute who acts for all. */
function actorOf(key: string) {
  const acting = 'coalesce(told.acting, acting_alone)';
  return {
    declared: `acting_alone jsonb := audit.acting();
        acting_each jsonb := nullif(current_setting('furrow.acting_each', true), '')::jsonb;`,
    columns: ', door, actor, user_id, request_id',
    values: `, coalesce(${acting} ->> 'door', 'database'),
      CASE WHEN ${acting} IS NULL THEN session_user ELSE ${acting} ->> 'actor' END,
      (${acting} ->> 'userId')::uuid, ${acting} ->> 'requestId'`,
    key: `acting_each -> (${key})`,
  };
}
