import { nameOf, type Operation } from '../document.ts';

/** Looped together first, each by all of its clients; what disturbs nobody together disturbs nobody alone. */
const PER_GROUP = 3;

/** Few operations of a short run: one that waits for a lock, one that works out what it lists, and one that writes. */
const FEW = ['webhookDeliveries_replay', 'payRuns_list', 'records_sync'];

/** The operations that a run loops, in groups of one host. */
export function groupsOf(
  operations: readonly Operation[],
  { quick, shape }: { readonly quick: boolean; readonly shape?: readonly string[] },
): Operation[][] {
  const chosen = operations.filter((operation) =>
    shape === undefined
      ? !quick || FEW.includes(operation.id)
      : shape.some((part) => nameOf(operation).includes(part)),
  );
  const hosts = [...Map.groupBy(chosen, ({ host }) => host).values()];
  return hosts.flatMap((each) =>
    Array.from({ length: Math.ceil(each.length / PER_GROUP) }, (_, i) =>
      each.slice(i * PER_GROUP, (i + 1) * PER_GROUP),
    ),
  );
}
