import type { Database } from '@furrow/database';
import type { Check } from '../../finding.ts';

interface DistributionState {
  readonly shards: number;
  /** Tables of companies that only the coordinator holds. */
  readonly left: string[];
  /** Whether `furrow distribute` has dropped foreign keys or triggers that it has not restored. */
  readonly interrupted: boolean;
}

/** As furrow_system, the role as which Citus connects to the workers for background work. */
const STATE = `
  SELECT (SELECT count(*)::int FROM pg_dist_shard WHERE logicalrelid = 'audit.entries'::regclass) AS shards,
         coalesce(to_regclass('feed.foreign_keys_kept'), to_regclass('feed.triggers_kept')) IS NOT NULL AS interrupted,
         ARRAY(
           SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^(pg_|information_schema$|citus|columnar)'
             AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'company_id' AND NOT attisdropped)
             AND NOT EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid AND (d.partmethod = 'h' OR d.repmodel = 't'))
           ORDER BY 1) AS left`;

interface Node {
  readonly name: string;
  readonly answers: boolean;
  readonly why: string;
  /** Shards of each table on it. */
  readonly shards: number;
  readonly takesShards: boolean;
}

/** A worker that hangs must not delay the findings about the others. */
const ANSWER_WITHIN = "SET LOCAL citus.node_connection_timeout = '3s'";

const NODES = `
  SELECT answer.nodename || ':' || answer.nodeport AS name, answer.success AS answers, answer.result AS why,
         node.shouldhaveshards AS "takesShards",
         (SELECT count(*)::int FROM pg_dist_placement p JOIN pg_dist_shard s USING (shardid)
          WHERE p.groupid = node.groupid AND s.logicalrelid = 'audit.entries'::regclass) AS shards
  FROM run_command_on_workers('SELECT 1') AS answer
  JOIN pg_dist_node node ON node.nodename = answer.nodename AND node.nodeport = answer.nodeport
  ORDER BY 1`;

/** The state of the companies' tables on the nodes of a Citus; nothing about a single PostgreSQL. */
export const distribution: Check<Database> = {
  subject: 'Citus',
  async examine(database, findings) {
    if (!database.isDistributed) return;
    const [[state], , nodes] = await database.system((tx) =>
      Promise.all([tx.query<DistributionState>(STATE), tx.query(ANSWER_WITHIN), tx.query<Node>(NODES)]),
    );
    const shards = state?.shards ?? 0;
    const again = `Stop the services, run "furrow distribute --shards ${shards}", and start them again.`;
    if (state && state.left.length > 0)
      findings.wrong(`Only the coordinator holds ${state.left.join(', ')}.`, again);
    if (state?.interrupted)
      findings.wrong('"furrow distribute" was interrupted: foreign keys or triggers are missing.', again);
    for (const { name, why } of nodes.filter(({ answers }) => !answers))
      findings.wrong(
        `The worker ${name} does not answer: ${firstLine(why)}.`,
        'Start it again, and admit furrow_tenant and furrow_system from the other nodes in its pg_hba.conf. Companies with rows on it get 503.',
      );
    for (const { name } of nodes.filter((node) => node.answers && node.takesShards && node.shards === 0))
      findings.warning(
        `The worker ${name} holds no shard.`,
        "Move some there: SELECT rebalance_table_shards(shard_transfer_mode := 'block_writes'); on the coordinator.",
      );
    const spread = nodes.map(({ name, shards: its }) => `${name} (${its})`).join(', ');
    findings.elseFine(`Companies are in ${shards} shards on ${spread}.`);
  },
};

const firstLine = (text: string) =>
  text
    .split('\n', 1)
    .join('')
    .replace(/^ERROR: +/, '');
