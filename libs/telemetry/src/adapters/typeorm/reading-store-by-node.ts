import { type Database, nodesOfCompanies } from '@furrow/database';
import { NodeUnavailable } from '@furrow/database/errors';
import type { Problem } from '../../domain/index.ts';
import { ReadingStore, type StoreRequest } from '../../application/ports.ts';

/** Of companies that no node has. */
const NOWHERE = -1;

/**
 * On a Citus, one store for each node: a batch is committed by one node, and a node that is away or does not answer
 * delays only companies of its own.
 */
export class ReadingStoreByNode extends ReadingStore {
  readonly #stores = new Map<number, ReadingStore>();
  /** As last seen: a company that was moved since is asked for again when its readings cannot be stored. */
  readonly #nodes = new Map<string, number>();
  /** Requests of companies whose node is being asked for, or will be. */
  #unplaced: StoreRequest[] = [];
  #isAsking = false;

  constructor(
    private readonly database: Pick<Database, 'system'>,
    private readonly storeOfNode: () => ReadingStore,
  ) {
    super();
  }

  override get queued(): number {
    let queued = this.#unplaced.reduce((sum, { readings }) => sum + readings.length, 0);
    for (const store of this.#stores.values()) queued += store.queued;
    return queued;
  }

  /** A request has readings of one company. */
  override submit(request: StoreRequest): void {
    const companyId = request.readings[0]?.device.companyId;
    if (companyId === undefined) {
      this.#storeOf(NOWHERE).submit(request);
      return;
    }
    const node = this.#nodes.get(companyId);
    if (node === undefined) {
      this.#unplaced.push(request);
      void this.#assignNodes();
    } else this.#storeOf(node).submit(new OnNode(request, () => this.#nodes.delete(companyId)));
  }

  #storeOf(node: number): ReadingStore {
    const store = this.#stores.get(node) ?? this.storeOfNode();
    this.#stores.set(node, store);
    return store;
  }

  /** Asks for many companies at once, because all are unknown when a process starts. */
  async #assignNodes(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#unplaced.length > 0) {
      const requests = this.#unplaced;
      this.#unplaced = [];
      try {
        await this.#ask([...new Set(requests.map(companyOf))].filter((id) => !this.#nodes.has(id)));
      } catch (error) {
        for (const request of requests) request.failed(error);
        continue;
      }
      for (const request of requests) this.submit(request);
    }
    this.#isAsking = false;
  }

  async #ask(companyIds: readonly string[]): Promise<void> {
    if (companyIds.length === 0) return;
    const nodes = await this.database.system((tx) => nodesOfCompanies(tx, companyIds));
    for (const companyId of companyIds) this.#nodes.set(companyId, nodes.get(companyId) ?? NOWHERE);
  }
}

const companyOf = ({ readings: [reading] }: StoreRequest): string => reading?.device.companyId ?? '';

class OnNode implements StoreRequest {
  constructor(
    private readonly request: StoreRequest,
    private readonly onFailure: () => void,
  ) {}

  get readings() {
    return this.request.readings;
  }

  stored(problems: ReadonlyMap<number, Problem>): void {
    this.request.stored(problems);
  }

  failed(error: unknown): void {
    this.onFailure();
    this.request.failed(NodeUnavailable.isCauseOf(error) ? new NodeUnavailable({ cause: error }) : error);
  }
}
