const GROUP = 15;
/** What is less is within every limit, however slow the machine is. */
const LITTLE_SECONDS = 0.05;

/** The processor time of a host from one look to the next: a look costs as much as a request. */
export class ProcessorTime {
  private constructor(
    private readonly url: string,
    private seconds: number,
  ) {}

  /** @param url of a host whose /metrics may be read */
  static async of(url: string): Promise<ProcessorTime> {
    return new ProcessorTime(url, await processorSeconds(url));
  }

  /** Seconds since the last look, of a processor that is not slower than usual. */
  async spent(): Promise<number> {
    const before = this.seconds;
    this.seconds = await processorSeconds(this.url);
    const seconds = this.seconds - before;
    return seconds < LITTLE_SECONDS ? seconds : seconds / slowness();
  }

  /**
   * Those for which `ask` takes more processor time than one may. It looks once for a group, and at each alone only where
   * the group took longer than one may.
   */
  async slow<T>(all: readonly T[], mostSeconds: number, ask: (one: T) => Promise<void>): Promise<T[]> {
    const slow: T[] = [];
    for (let from = 0; from < all.length; from += GROUP) {
      const group = all.slice(from, from + GROUP);
      for (const one of group) await ask(one);
      if ((await this.spent()) <= mostSeconds) continue;
      for (const one of group) {
        await ask(one);
        if ((await this.spent()) > mostSeconds) slow.push(one);
      }
    }
    return slow;
  }
}

/** What {@link slowness} takes on an ordinary machine, in seconds. */
const USUAL_SECONDS = 0.03;

/**
 * How many times slower the processor is than usual; 1 where it is faster. A second of processor time is worth less where
 * virtual machines share a core.
 */
function slowness(): number {
  const before = process.threadCpuUsage();
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, value) => ({ name: `n${value}`, value })));
  for (let i = 0; i < 5; i++) JSON.parse(text);
  const { user, system } = process.threadCpuUsage(before);
  return Math.max(1, (user + system) / 1_000_000 / USUAL_SECONDS);
}

/**
 * The processor time that a host has used so far, in seconds. Unlike response times it does not depend on the load of
 * the machine.
 * @param url of a host whose /metrics may be read
 */
async function processorSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith('process_cpu_seconds_total '));
  if (line === undefined) throw new Error(`${url}/metrics does not tell the time of the processor`);
  return Number(line.split(' ')[1]);
}
