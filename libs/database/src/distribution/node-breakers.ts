import { ResilientClient } from '../connection/resilient-client.ts';
import type { DatabaseTimeouts } from '../connection/timeouts.ts';
import { asTenant, openingsOnNodes } from '../identity.ts';
import { NodeBreaker } from './node-breaker.ts';
import { PLACEMENT_TABLE } from './placement-table.ts';

/** After this time companies are looked up again, because they may have been moved. */
const KNOWN_MS = 5 * 60_000;

export interface NodeBreakersOptions {
  /** The size of the pool; transactions on one node hold at most half of it. */
  readonly poolSize: number;
  /** Of the coordinator. */
  readonly url: string;
  readonly timeouts: DatabaseTimeouts;
  readonly begin: string;
  /** Asks the coordinator alone. */
  nodesOf(companyIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** A breaker for each node of a Citus. */
export class NodeBreakers {
  readonly #breakers = new Map<number, NodeBreaker>();
  #nodes = new Map<string, Promise<number | undefined>>();
  #nodesUntil = 0;
  /** Called when a node is found hung, and when it answers again. */
  onChange: (node: number, isOpen: boolean) => void = () => undefined;

  constructor(private readonly options: NodeBreakersOptions) {}

  /**
   * Runs a transaction of a company under the limits of its node.
   * @throws NodeUnavailable
   */
  async run<T>(companyId: string, work: () => Promise<T>): Promise<T> {
    const node = await this.#nodeOf(companyId);
    return node === undefined ? work() : this.#breakerOf(node).run(companyId, work);
  }

  stop(): void {
    for (const breaker of this.#breakers.values()) breaker.stop();
  }

  #nodeOf(companyId: string): Promise<number | undefined> {
    const now = performance.now();
    if (now > this.#nodesUntil) {
      this.#nodes = new Map();
      this.#nodesUntil = now + KNOWN_MS;
    }
    const nodes = this.#nodes;
    const known = nodes.get(companyId);
    if (known) return known;
    const node = this.options.nodesOf([companyId]).then((found) => found.get(companyId));
    nodes.set(companyId, node);
    node.catch(() => nodes.delete(companyId));
    return node;
  }

  #breakerOf(node: number): NodeBreaker {
    let breaker = this.#breakers.get(node);
    if (breaker === undefined) {
      breaker = new NodeBreaker({
        inFlight: Math.ceil(this.options.poolSize / 2),
        probe: (companyId, signal) => this.#probe(companyId, signal),
        onChange: (isOpen) => this.onChange(node, isOpen),
      });
      this.#breakers.set(node, breaker);
    }
    return breaker;
  }

  /** On a new connection, for which the coordinator makes one of its own: it waits a limited time for that. */
  async #probe(companyId: string, signal: AbortSignal): Promise<void> {
    const { url: connectionString, timeouts, begin } = this.options;
    const client = new ResilientClient({ connectionString, application_name: 'furrow probe', timeouts });
    const giveUp = () => client.giveUp();
    signal.addEventListener('abort', giveUp);
    try {
      await client.connect();
      for (const message of openingsOnNodes(begin, asTenant(companyId))) await client.ask(message);
      await client.ask(`SELECT FROM ${PLACEMENT_TABLE} WHERE company_id = '${companyId}' LIMIT 1`);
    } finally {
      signal.removeEventListener('abort', giveUp);
      void client.end().catch(() => undefined);
    }
  }
}
