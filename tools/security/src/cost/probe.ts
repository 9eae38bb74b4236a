import type { DevTools } from '@furrow/testbed/browser';
import { type Inspected, inspectorOf } from './inspector.ts';

/** The interval at which the event loop is looked at. */
const LOOK_EVERY_MS = 2;
const OURS = `globalThis[Symbol.for('furrow.cost')]`;
/**
 * Measures how late each look is. The time that the thread could have run and waited for a processor is the machine's:
 * Linux tells it in nanoseconds, the second number of schedstat. Elsewhere it counts as the service's.
 */
const WATCH = `(() => {
  if (${OURS}) return;
  const { openSync, readSync } = process.getBuiltinModule('node:fs');
  const text = Buffer.alloc(64);
  let file;
  try {
    file = openSync('/proc/thread-self/schedstat');
  } catch {}
  const waitedMs = () =>
    file === undefined ? 0 : Number(text.latin1Slice(0, readSync(file, text, 0, 64, 0)).split(' ')[1]) / 1e6;
  const watch = { heldMs: 0, tick: () => new Promise((resolve) => setTimeout(resolve, ${LOOK_EVERY_MS})) };
  let [last, waited] = [performance.now(), waitedMs()];
  setInterval(() => {
    const [now, waitedNow] = [performance.now(), waitedMs()];
    watch.heldMs = Math.max(watch.heldMs, now - last - (waitedNow - waited) - ${LOOK_EVERY_MS});
    [last, waited] = [now, waitedNow];
  }, ${LOOK_EVERY_MS}).unref();
  ${OURS} = watch;
})()`;
/** Waits until the event loop has been looked at after the work of this turn. */
const READ = `(async () => {
  const watch = ${OURS};
  for (let i = 0; i < 2; i++) await watch.tick();
  const { heldMs } = watch;
  watch.heldMs = 0;
  return heldMs;
})()`;
const MEMORY = `(() => {
  const { heapUsed, external, rss } = process.memoryUsage();
  return { used: heapUsed + external, resident: rss };
})()`;
/** Entries of a profile that are not functions. */
const IDLE = ['(idle)', '(root)', '(program)', '(garbage collector)'];

/** In bytes. */
export interface MemoryUse {
  /** Reachable objects, strings and buffers, right after a garbage collection. */
  readonly used: number;
  readonly resident: number;
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples?: readonly number[];
}

/** Measures a service from within: blocks of its event loop and its memory. */
export class Probe {
  private constructor(private readonly inspector: DevTools) {}

  static async attach(inspected: Inspected): Promise<Probe> {
    const probe = new Probe(await inspectorOf(inspected));
    await probe.inspector.evaluate(WATCH);
    return probe;
  }

  /**
   * @returns the longest block of the event loop in milliseconds since the last call, without the time for which other
   * programs of this machine had the processors
   */
  heldMs(): Promise<number> {
    return this.inspector.evaluate<number>(READ);
  }

  memory(): Promise<MemoryUse> {
    return this.inspector.evaluate<MemoryUse>(MEMORY);
  }

  /** Collects garbage first, and excludes the time of that from `heldMs`. */
  async settledMemory(): Promise<MemoryUse> {
    for (let i = 0; i < 2; i++) await this.inspector.send('HeapProfiler.collectGarbage');
    const memory = await this.memory();
    await this.heldMs();
    return memory;
  }

  /** @returns the function that took most of the time during `work`; undefined if there is none */
  async busiestDuring(work: () => Promise<unknown>): Promise<string | undefined> {
    await this.inspector.send('Profiler.enable');
    await this.inspector.send('Profiler.start');
    await work().catch(() => undefined);
    const { profile } = await this.inspector.send<{ profile: Profile }>('Profiler.stop');
    await this.inspector.send('Profiler.disable');
    return busiestIn(profile);
  }

  close(): void {
    this.inspector.close();
  }
}

function busiestIn({ nodes, samples = [] }: Profile): string | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const hits = new Map<string, number>();
  for (const id of samples) {
    const name = nameOf(id, byId, callers);
    if (name !== undefined) hits.set(name, (hits.get(name) ?? 0) + 1);
  }
  return [...hits].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Built-in functions are reported with the function of a file that called them. */
function nameOf(
  id: number,
  byId: ReadonlyMap<number, ProfileNode>,
  callers: ReadonlyMap<number, number>,
): string | undefined {
  const node = byId.get(id);
  if (node === undefined || IDLE.includes(node.callFrame.functionName)) return undefined;
  const { functionName, url, lineNumber } = node.callFrame;
  const name = functionName || 'a function without a name';
  if (url !== '' && !url.startsWith('node:'))
    return `${name} (${url.split('/').slice(-3).join('/')}:${lineNumber + 1})`;
  const caller = nameOf(callers.get(id) ?? 0, byId, callers);
  return caller === undefined ? name : `${name} in ${caller}`;
}
