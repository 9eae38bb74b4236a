import type { Database, Transaction } from '@furrow/database';
import { DatabaseUnavailable, NodeUnavailable } from '@furrow/database/errors';
import { describe, expect, it } from '@jest/globals';
import { ReadingStore, type StoreRequest } from '../../application/ports.ts';
import { placed, weatherAt } from '../../testing/builders.ts';
import { ReadingStoreByNode } from './reading-store-by-node.ts';

/** Answers on which node companies are; each question is a list of them. */
class Coordinator {
  readonly questions: string[][] = [];
  constructor(readonly nodes: Record<string, number>) {}

  readonly system = ((work: (tx: Transaction) => Promise<unknown>) => {
    const query = async (_: string, [companyIds]: [string[]]) => {
      this.questions.push(companyIds);
      return companyIds.flatMap((companyId) => {
        const node = this.nodes[companyId];
        return node === undefined ? [] : [{ companyId, node }];
      });
    };
    return work({ query } as unknown as Transaction);
  }) as Database['system'];
}

/** Fails while it is down, and never answers while it hangs. */
class Node extends ReadingStore {
  state: 'up' | 'down' | 'hanging' = 'up';

  override submit(request: StoreRequest): void {
    if (this.state === 'up') request.stored(new Map());
    if (this.state === 'down')
      request.failed(new DatabaseUnavailable({ cause: { code: '08006', severity: 'ERROR' } }));
  }
}

function stores(nodes: Record<string, number>) {
  const coordinator = new Coordinator(nodes);
  const made: Node[] = [];
  const store = new ReadingStoreByNode(coordinator, () => {
    made.push(new Node());
    return made.at(-1) as Node;
  });
  const send = (companyId: string) =>
    store.store([
      placed({ companyId, deviceId: 'ws', projectId: 'north', sectorId: null }, 'weather', weatherAt(0)),
    ]);
  return { coordinator, made, send };
}

describe('readings on a Citus', () => {
  it('have a store for each node, and companies are asked for once, many at a time', async () => {
    const { coordinator, made, send } = stores({ a: 1, b: 2, c: 1, d: 2 });
    await Promise.all(['a', 'b', 'c', 'd', 'a'].map(send));
    await Promise.all(['a', 'b', 'c', 'd'].map(send));
    expect(made).toHaveLength(2);
    expect(coordinator.questions.flat().toSorted()).toEqual(['a', 'b', 'c', 'd']);
    expect(coordinator.questions.length).toBeLessThanOrEqual(2);
  });

  it('are stored while another node hangs or is down, which only its own companies are told', async () => {
    const { made, send } = stores({ a: 1, b: 2 });
    await send('a');
    await send('b');
    made[1]!.state = 'hanging';
    void send('b');
    await send('a');
    made[1]!.state = 'down';
    await expect(send('b')).rejects.toThrow(NodeUnavailable);
    await send('a');
  });

  it('follow a company that has moved once they could not be stored', async () => {
    const { coordinator, made, send } = stores({ a: 1, b: 2 });
    await send('a');
    await send('b');
    coordinator.nodes['b'] = 1;
    made[1]!.state = 'down';
    await expect(send('b')).rejects.toThrow(NodeUnavailable);
    await send('b');
  });

  it('of a company without a node are stored, or refused by the database', async () => {
    const { made, send } = stores({});
    await send('a');
    expect(made).toHaveLength(1);
  });
});

describe('an error', () => {
  it.each([
    [true, new DatabaseUnavailable({ cause: { code: '08006', severity: 'ERROR' } })],
    [false, new DatabaseUnavailable({ cause: { code: '57P01', severity: 'FATAL' } })],
    [
      false,
      new DatabaseUnavailable({ cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
    ],
    [false, Object.assign(new Error('of the data'), { severity: 'ERROR' })],
  ])('is of a node if the coordinator reported it: %s', (isOfNode, error) => {
    expect(NodeUnavailable.isCauseOf(error)).toBe(isOfNode);
  });
});
