import { setTimeout as sleep } from 'node:timers/promises';
import { watchMemory } from '@furrow/testbed';
import { settledBelow } from '../cost/flood.ts';
import { Probe } from '../cost/probe.ts';
import type { WatchedProcess } from './subject.ts';

const LOOK_EVERY_MS = 100;
/** A process that does not answer its inspector for this long is reported as it is. */
const ANSWERS_WITHIN_MS = 60_000;
/** What an attack cost one process. */
export interface ProcessCost {
  readonly name: string;
  /** The longest block of its event loop. */
  readonly heldMs: number;
  /** The growth of its resident memory at its peak. */
  readonly grownBytes: number;
  /** Reachable memory after the attack, less that before it. */
  readonly keptBytes: number;
  /** The exit code or signal, if it has ended. */
  readonly ended?: number | NodeJS.Signals;
}

/** Watches a process from within, over its inspector, and from without. */
export class ProcessWatch {
  #isOver = false;
  #heldMs = 0;
  #askedAt = performance.now();
  readonly #stopWatching: ReturnType<typeof watchMemory>;
  readonly #looking: Promise<void>;

  private constructor(
    private readonly name: string,
    private readonly watched: WatchedProcess,
    private readonly probe: Probe,
    private readonly usedBefore: number,
  ) {
    this.#stopWatching = watchMemory(watched, LOOK_EVERY_MS);
    this.#looking = this.#look();
  }

  static async begin(name: string, watched: WatchedProcess): Promise<ProcessWatch> {
    const probe = await Probe.attach(watched);
    const { used } = await probe.settledMemory();
    return new ProcessWatch(name, watched, probe, used);
  }

  /** @param most samples the memory again while more than this is kept; undefined where it cannot be back yet */
  async end(most: { bytes: number; looks: number } | undefined): Promise<ProcessCost> {
    this.#isOver = true;
    const isLate = await within(this.#looking, ANSWERS_WITHIN_MS);
    if (isLate) this.#heldMs = performance.now() - this.#askedAt;
    const kept = most === undefined || isLate ? 0 : await this.#keptBytes(most);
    const { growth } = this.#stopWatching();
    this.probe.close();
    const { name, watched } = this;
    return {
      ...{ name, heldMs: this.#heldMs, grownBytes: growth, keptBytes: kept },
      ...(!watched.isRunning && { ended: await watched.exit }),
    };
  }

  /** Ends with the process too. */
  async #look(): Promise<void> {
    try {
      for (let isLast = false; !isLast;) {
        isLast = this.#isOver;
        this.#askedAt = performance.now();
        this.#heldMs = Math.max(this.#heldMs, await this.probe.heldMs());
        if (!isLast) await sleep(LOOK_EVERY_MS);
      }
    } catch {
      // The inspector closes with its process, whose end `end` reports.
      await this.watched.exit;
    }
  }

  async #keptBytes(most: { bytes: number; looks: number }): Promise<number> {
    if (!this.watched.isRunning) return 0;
    const target = { url: '', probe: this.probe, keptLooks: most.looks };
    const { used } = await settledBelow(target, this.usedBefore + most.bytes);
    return Math.max(0, used - this.usedBefore);
  }
}

/** @returns whether it takes longer */
export async function within(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const waiting = new AbortController();
  const late = sleep(milliseconds, true, { signal: waiting.signal }).catch(() => false);
  const isLate = await Promise.race([work.then(() => false), late]);
  waiting.abort();
  return isLate;
}
