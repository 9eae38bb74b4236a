/** The node that counted a transaction id stands above so many bits of it: PostgreSQL alone would need ages to get there. */
const BITS = 48;

/**
 * SQL of the functions that all else asks about nodes. `feed.node_of` says it of an id; the others of the node on which
 * they run, and that is the one with the rows, wherever the statement came from. None is volatile: Citus would refuse
 * them in conditions. Of one node they are constants, or what PostgreSQL has itself, which its planner puts in their place.
 */
export const NODES_OF_ONE = `
  CREATE OR REPLACE FUNCTION feed.node() RETURNS integer LANGUAGE sql STABLE RETURN 0;
  CREATE OR REPLACE FUNCTION feed.node_of(xid xid8) RETURNS integer LANGUAGE sql IMMUTABLE
    RETURN (xid::text::bigint >> ${BITS})::integer;
  -- As the node itself counts.
  CREATE OR REPLACE FUNCTION feed.local_xid(xid xid8) RETURNS xid8 LANGUAGE sql IMMUTABLE RETURN xid;
  CREATE OR REPLACE FUNCTION feed.is_distributed() RETURNS boolean LANGUAGE sql STABLE RETURN false;
  -- Whether a company's rows are on this node: only that node logs changes of tables that every node has.
  CREATE OR REPLACE FUNCTION feed.is_of_this_node(company uuid) RETURNS boolean LANGUAGE sql STABLE RETURN true;
  -- Whether services listen here.
  CREATE OR REPLACE FUNCTION feed.takes_notices() RETURNS boolean LANGUAGE sql STABLE RETURN true;
  CREATE OR REPLACE FUNCTION feed.current_xid() RETURNS xid8 LANGUAGE sql STABLE RETURN pg_current_xact_id();
  -- Every transaction before this one has ended.
  CREATE OR REPLACE FUNCTION feed.settled_xid() RETURNS xid8 LANGUAGE sql STABLE
    RETURN pg_snapshot_xmin(pg_current_snapshot());
  CREATE OR REPLACE FUNCTION feed.is_settled(xid xid8) RETURNS boolean LANGUAGE sql STABLE
    RETURN xid < pg_snapshot_xmin(pg_current_snapshot());
  CREATE OR REPLACE FUNCTION feed.settled_on_nodes() RETURNS SETOF xid8 LANGUAGE sql STABLE
    BEGIN ATOMIC SELECT pg_snapshot_xmin(pg_current_snapshot()); END;
  -- Puts what a company brought along from another node to the beginning of its feeds.
  CREATE OR REPLACE FUNCTION feed.adopt(company uuid, node integer) RETURNS void LANGUAGE sql
    BEGIN ATOMIC END;`;

const tagged = (xid: string) => `((feed.node()::bigint << ${BITS}) + ${xid}::text::bigint)::text::xid8`;

/** What the coordinator alone is asked. */
const OF_ALL_NODES = `
  -- Positions are the workers' own, which continue whatever happens to the coordinator; a restored one begins a new epoch.
  CREATE OR REPLACE FUNCTION feed.current_epoch(OUT epoch uuid, OUT began_at timestamptz) LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
    AS $$
    DECLARE
      here text := feed.place();
    BEGIN
      SELECT e.epoch, e.began_at INTO epoch, began_at FROM feed.epochs e WHERE place = here;
      IF FOUND THEN RETURN; END IF;
      PERFORM pg_advisory_xact_lock(7236010);
      SELECT e.epoch, e.began_at INTO epoch, began_at FROM feed.epochs e WHERE place = here;
      IF FOUND THEN RETURN; END IF;
      INSERT INTO feed.epochs AS e (epoch, place, began_at) VALUES (gen_random_uuid(), here, clock_timestamp())
        ON CONFLICT (single) DO UPDATE SET epoch = excluded.epoch, place = excluded.place, began_at = excluded.began_at
        RETURNING e.epoch, e.began_at INTO epoch, began_at;
    END $$;
  CREATE OR REPLACE FUNCTION feed.settled_on_nodes() RETURNS SETOF xid8 LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
    AS $$
    DECLARE
      answer record;
    BEGIN
      RETURN NEXT feed.settled_xid();
      FOR answer IN SELECT * FROM run_command_on_workers('SELECT feed.settled_xid()') LOOP
        IF NOT answer.success THEN
          RAISE EXCEPTION 'The worker % does not answer', answer.nodename USING ERRCODE = '57P03';
        END IF;
        RETURN NEXT answer.result::xid8;
      END LOOP;
    END $$;
  CREATE OR REPLACE FUNCTION feed.adopt(company uuid, node integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
    AS $$
    DECLARE
      log record;
      lowest xid8 := (node::bigint << ${BITS})::text::xid8;
      above xid8 := ((node + 1)::bigint << ${BITS})::text::xid8;
    BEGIN
      FOR log IN SELECT name, item FROM feed.logs LOOP
        EXECUTE format('DELETE FROM %1$s old USING %1$s later WHERE old.company_id = $1 AND later.company_id = $1
                          AND later.%2$I = old.%2$I AND (old.xid < $2 OR old.xid >= $3)
                          AND (later.xid >= $2 AND later.xid < $3 OR later.xid > old.xid)', log.name, log.item)
          USING company, lowest, above;
        EXECUTE format('UPDATE %s SET xid = $2, settled_xid = $2 WHERE company_id = $1 AND (xid < $2 OR xid >= $3)', log.name)
          USING company, lowest, above;
      END LOOP;
    END $$;
  GRANT EXECUTE ON FUNCTION feed.settled_on_nodes TO furrow_system;`;

/**
 * The same for the nodes of a Citus, which knows each by the number of its group: a standby that takes over has the same.
 *
 * @param table a table that lies where companies do
 */
export const nodesOfCitus = (table: string) => `
  CREATE OR REPLACE FUNCTION feed.node() RETURNS integer LANGUAGE sql STABLE
    RETURN (SELECT groupid FROM pg_catalog.pg_dist_local_group);
  CREATE OR REPLACE FUNCTION feed.local_xid(xid xid8) RETURNS xid8 LANGUAGE sql IMMUTABLE
    RETURN (xid::text::bigint & ((1::bigint << ${BITS}) - 1))::text::xid8;
  CREATE OR REPLACE FUNCTION feed.is_distributed() RETURNS boolean LANGUAGE sql STABLE RETURN true;
  CREATE OR REPLACE FUNCTION feed.is_of_this_node(company uuid) RETURNS boolean LANGUAGE sql STABLE
    RETURN EXISTS (
      SELECT FROM pg_catalog.pg_dist_placement
      WHERE groupid = feed.node()
        AND shardid = pg_catalog.get_shard_id_for_distribution_column('${table}'::regclass, company));
  CREATE OR REPLACE FUNCTION feed.takes_notices() RETURNS boolean LANGUAGE sql STABLE RETURN feed.node() = 0;
  CREATE OR REPLACE FUNCTION feed.current_xid() RETURNS xid8 LANGUAGE sql STABLE
    RETURN ${tagged('pg_current_xact_id()')};
  CREATE OR REPLACE FUNCTION feed.settled_xid() RETURNS xid8 LANGUAGE sql STABLE
    RETURN ${tagged('pg_snapshot_xmin(pg_current_snapshot())')};
  -- What came from another node had ended there before it was moved.
  CREATE OR REPLACE FUNCTION feed.is_settled(xid xid8) RETURNS boolean LANGUAGE sql STABLE
    RETURN xid < feed.settled_xid() OR feed.node_of(xid) <> feed.node();
  ${OF_ALL_NODES}`;

/** Those that statements on every node ask. */
export const NODE_FUNCTIONS = [
  'feed.node()',
  'feed.node_of(xid8)',
  'feed.local_xid(xid8)',
  'feed.is_distributed()',
  'feed.is_of_this_node(uuid)',
  'feed.takes_notices()',
  'feed.current_xid()',
  'feed.settled_xid()',
  'feed.is_settled(xid8)',
];

/** The node that counted a transaction. */
export const nodeOf = (xid: bigint | string): number => Number(BigInt(xid) >> BigInt(BITS));

/** Comes before every transaction of a node. */
export const firstXidOf = (node: number): bigint => BigInt(node) << BigInt(BITS);
