import { Probe } from '../cost/probe.ts';
import type { OrdinaryClient, Served } from '../limits/ordinary-client.ts';
import { ProcessWatch } from './process-watch.ts';
import type { Subject } from './subject.ts';
import { isDoubtful, type Limits, type Observed, problemsOf } from './verdict.ts';

/** Other work on the machine delays too, so the best of this many attempts counts. */
const TIMES = 3;
/** Work that was accepted may go on for a while. */
const KEPT_LOOKS = 40;

/** Watches all processes of a service while a client of another company sends its requests. */
export class Watch {
  private constructor(
    private readonly watches: readonly ProcessWatch[],
    private readonly others: OrdinaryClient,
    private readonly alone: Served,
    /** Resolves when one of the processes ends. */
    readonly ended: Promise<unknown>,
  ) {}

  static async begin(subject: Subject): Promise<Watch> {
    const processes = Object.entries(subject.processes());
    const ended = Promise.race(processes.map(([, { exit }]) => exit));
    const others = subject.ordinary();
    try {
      const watches = await Promise.all(processes.map(([name, each]) => ProcessWatch.begin(name, each)));
      return new Watch(watches, others, others.lap(), ended);
    } catch (error) {
      await others.stop();
      throw error;
    }
  }

  /**
   * @param limits whose memory must be kept when the attack is over; undefined while its work goes on
   * @param keptLooks samples of the memory, half a second apart, before more than that is reported
   */
  async end(limits?: Limits, keptLooks = KEPT_LOOKS): Promise<Observed> {
    const others = await this.others.stop();
    const kept = limits && { bytes: limits.keptBytes, looks: keptLooks };
    const processes = await Promise.all(this.watches.map((each) => each.end(kept)));
    return { processes, others, alone: this.alone };
  }
}

/** Repeats an attack while other work on the machine may be the cause of its problems. @returns the best attempt */
export async function bestOf(attack: () => Promise<Observed>, limits: Limits): Promise<Observed> {
  let best = await attack();
  for (let again = 1; again < TIMES && isDoubtful(best, limits); again++) {
    const other = await attack();
    if (problemsOf(other, limits).length < problemsOf(best, limits).length) best = other;
  }
  return best;
}

/** The processes that are still running and whose event loop was blocked for too long. */
export function blockedIn({ processes }: Observed, { heldMs }: Limits): string[] {
  return processes.filter((each) => each.ended === undefined && each.heldMs > heldMs).map(({ name }) => name);
}

/** @returns the function in which a process spent most of the time of `work`, if it outlives it */
export async function busiestDuring(
  subject: Subject,
  name: string,
  work: () => Promise<unknown>,
): Promise<string | undefined> {
  const watched = subject.processes()[name];
  if (watched === undefined) return undefined;
  const probe = await Probe.attach(watched);
  try {
    return await probe.busiestDuring(work);
  } catch {
    return undefined; // it has ended
  } finally {
    probe.close();
  }
}
