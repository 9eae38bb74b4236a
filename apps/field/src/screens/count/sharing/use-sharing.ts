import { MAX_SHARES } from '@furrow/production/parting';
import { useStored } from '../../../parts/use-stored.ts';

/** Stored, because a page that ends meanwhile must not count the next container for one alone. */
const NAME = 'count/sharers';

export interface Sharing {
  /** The workers who share the next container; null: each scan counts for one. Undefined until it is read. */
  readonly ids: readonly string[] | null | undefined;
  /** The same right now: a scan may come before the view is drawn again. */
  readonly now: () => readonly string[] | null;
  readonly turn: (isOn: boolean) => void;
  readonly join: (workerId: string) => void;
  readonly leave: (workerId: string) => void;
  /** For whom a container is counted; the next one is of others. */
  readonly take: () => readonly string[];
  /** It could not be counted. */
  readonly putBack: (ids: readonly string[]) => void;
}

export function useSharing(): Sharing {
  const [ids, change, now] = useStored<readonly string[]>(NAME);
  return {
    ...{ ids, now },
    turn: (isOn) => change(() => (isOn ? [] : null)),
    join: (workerId) => change((before) => joined(before ?? [], workerId)),
    leave: (workerId) => change((before) => before && before.filter((id) => id !== workerId)),
    take: () => change((before) => before && []) ?? [],
    putBack: (taken) => change((before) => before && before.reduce(joined, taken)),
  };
}

/** Whoever is scanned twice shares once. */
const joined = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) || ids.length >= MAX_SHARES ? ids : [...ids, id];
