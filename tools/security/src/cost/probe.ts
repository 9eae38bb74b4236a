import { type Inspected, Inspector } from './inspector.ts';

/** The sampling interval of the event loop delay, which the figures include. */
const RESOLUTION_MS = 2;
const OURS = `globalThis[Symbol.for('furrow.cost')]`;
const WATCH = `(() => {
  if (${OURS}) return;
  const delay = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: ${RESOLUTION_MS} });
  delay.enable();
  ${OURS} = {
    delay,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    tick: () => new Promise((resolve) => setTimeout(resolve, ${RESOLUTION_MS})),
  };
})()`;
/**
 * Waits two turns of the event loop, so that the monitor's timer has seen the work of this one. After a reset the
 * monitor measures from its next tick on, so the next work has to wait for that.
 */
const READ = `(async () => {
  const { delay, turn, tick } = ${OURS};
  for (let i = 0; i < 2; i++) await turn();
  const held = delay.count === 0 ? 0 : delay.max / 1e6;
  delay.reset();
  while (delay.count === 0) await tick();
  return Math.max(0, held - ${RESOLUTION_MS});
})()`;
const MEMORY = `(() => {
  const { heapUsed, external, rss } = process.memoryUsage();
  return { used: heapUsed + external, resident: rss };
})()`;
/** Entries of a profile that are not functions. */
const IDLE = ['(idle)', '(root)', '(program)'];

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
  private constructor(private readonly inspector: Inspector) {}

  static async attach(inspected: Inspected): Promise<Probe> {
    const probe = new Probe(await Inspector.attach(inspected));
    await probe.inspector.evaluate(WATCH);
    return probe;
  }

  /** @returns the longest block of the event loop in milliseconds since the last call */
  heldMs(): Promise<number> {
    return this.inspector.evaluate<number>(READ);
  }

  memory(): Promise<MemoryUse> {
    return this.inspector.evaluate<MemoryUse>(MEMORY);
  }

  /** Collects garbage first, and excludes the time of that from `heldMs`. */
  async settledMemory(): Promise<MemoryUse> {
    for (let i = 0; i < 2; i++) await this.inspector.ask('HeapProfiler.collectGarbage');
    const memory = await this.memory();
    await this.heldMs();
    return memory;
  }

  /** @returns the function that took most of the time during `work`; undefined if there is none */
  async busiestDuring(work: () => Promise<unknown>): Promise<string | undefined> {
    await this.inspector.ask('Profiler.enable');
    await this.inspector.ask('Profiler.start');
    await work().catch(() => undefined);
    const { profile } = await this.inspector.ask<{ profile: Profile }>('Profiler.stop');
    await this.inspector.ask('Profiler.disable');
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
