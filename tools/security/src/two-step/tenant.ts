import { randomUUID } from 'node:crypto';
import type { Receiver } from '@furrow/notifications/testing';
import { inParallel } from '@furrow/testbed/load';
import { type Answer, asJson, type Json } from '../client.ts';
import { connectTo, exchange, headOf, heard, type RawRequest } from '../cost/exchange.ts';
import type { Farm } from '../stage/farm.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The most items of a bulk request, and of one that registers workers. */
const [PER_REQUEST, WORKERS_PER_REQUEST] = [1_000, 500];
const CREATED_AT_ONCE = 6;
const CREATED_WITHIN_MS = 40_000;
/** How the service says that a company may have no more of something. */
const AT_LIMIT = [409, 422];
const MOST_IN_FILE = 'a company has at most';
/** As long as a permit may be waited for, and the answer itself. */
const ANSWERED_WITHIN_MS = 60_000;

type Creating = (index: number) => Promise<Answer>;

/** A company that makes state which is cheap to make, up to its limits, and sends the inputs that multiply with it. */
export class Tenant {
  constructor(
    readonly farm: Farm,
    /** A short run makes less state. */
    readonly quick: boolean,
    /** Accepts webhooks. */
    readonly receiver: Receiver,
  ) {}

  /**
   * Creates objects until the service refuses more of them.
   * @param most a sane maximum where the service has no limit
   * @returns how many were created
   * @throws Error for any other refusal
   */
  async createUpTo(most: number, create: Creating): Promise<number> {
    const until = performance.now() + CREATED_WITHIN_MS;
    let [created, isFull] = [0, false];
    await this.times(most, CREATED_AT_ONCE, async (index) => {
      if (isFull || performance.now() > until) return;
      const { status, text } = await create(index);
      if (status < 300) created++;
      else if (AT_LIMIT.includes(status) || text.includes(MOST_IN_FILE)) isFull = true;
      else throw new Error(`Object ${index} was answered ${status}: ${text.slice(0, 300)}`);
    });
    return created;
  }

  /**
   * Declares items of the farm file in as few requests as possible, until the company may have no more.
   * @param most a sane maximum where the service has no limit
   * @param perRequest how many fit into a request
   * @returns how many were declared
   * @throws Error for any other refusal
   */
  async declare(
    most: number,
    perRequest: number,
    section: string,
    itemOf: (index: number) => object,
  ): Promise<number> {
    let [next, size] = [0, perRequest];
    while (next < most && size >= 1) {
      const items = Array.from({ length: Math.min(size, most - next) }, (_, i) => itemOf(next + i));
      const { status, text } = await this.farm.send('ada', 'PATCH', '/api/control/farm', {
        [section]: items,
      });
      if (status < 300) next += items.length;
      else if (status === 400 && text.includes(MOST_IN_FILE)) size = Math.floor(size / 2);
      else throw new Error(`${section} from ${next} on were answered ${status}: ${text.slice(0, 300)}`);
    }
    return next;
  }

  /** Registers workers. @returns their ids */
  async hire(count: number): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) {
      const length = Math.min(WORKERS_PER_REQUEST, count - ids.length);
      const workers = Array.from({ length }, () => this.farm.workerBody());
      const { results } = await this.farm.ask('POST', '/api/control/workers/bulk', { workers });
      ids.push(...(results as readonly { workerId: string }[]).map(({ workerId }) => workerId));
    }
    return ids;
  }

  /** Creates objects with as few requests as possible. @throws Error if one of them is refused */
  async inBulk(path: string, items: readonly Json[]): Promise<void> {
    const member = path.split('/').at(-2) ?? '';
    for (let at = 0; at < items.length; at += PER_REQUEST) {
      const { summary } = await this.farm.ask('POST', path, { [member]: items.slice(at, at + PER_REQUEST) });
      const { failed } = summary as { failed: number };
      if (failed > 0) throw new Error(`${failed} items of ${path} were refused`);
    }
  }

  /** Open sessions of so many sectors, each with these records. No two of a day are open in one sector. */
  async openSessions(
    count: number,
    recordsOf: (session: string) => readonly Json[] = () => [],
  ): Promise<void> {
    for (let index = 0; index < count; index++) {
      const session = await this.farm.openSession();
      await this.inBulk('/api/control/production/records/bulk', recordsOf(session));
    }
  }

  /** Shifts of an hour, one a day for each worker, from yesterday backwards. */
  shiftsOf(workers: readonly string[], days: number): Json[] {
    const { projectId } = this.farm.north;
    const yesterday = Date.now() - DAY_MS;
    return Array.from({ length: days }, (_, day) => yesterday - day * DAY_MS).flatMap((startedAt) =>
      workers.map((workerId) => ({
        ...{ workerId, projectId, kind: 'hourly', clientEventId: randomUUID() },
        startedAt: new Date(startedAt).toISOString(),
        endedAt: new Date(startedAt + HOUR_MS).toISOString(),
      })),
    );
  }

  recordShifts(workers: readonly string[], days: number): Promise<void> {
    return this.inBulk('/api/control/shifts/bulk', this.shiftsOf(workers, days));
  }

  /** Repeats `work` so many times, so many at once. */
  times(count: number, atOnce: number, work: (index: number) => Promise<unknown>): Promise<void> {
    return inParallel(Array.from({ length: count }), atOnce, (_, index) => work(index));
  }

  /** An uplink, as a network server sends it. */
  uplink(server: 'ttn' | 'chirpstack?event=up', body: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.farm.credential('telemetry')}` };
    return this.farm.stage.clients.api.send(asJson('POST', `/api/iot/uplinks/${server}`, headers, body));
  }

  /** @throws Error where an answer is a refusal other than that of an overloaded service, or one that is foreseen */
  async allServed(answers: readonly Promise<Answer>[], foreseen = '503'): Promise<number> {
    const isWrong = ({ status, text }: Answer) => status >= 300 && status !== 503 && !text.includes(foreseen);
    const wrong = (await Promise.all(answers)).find(isWrong);
    if (wrong) throw new Error(`${wrong.status}: ${wrong.text.slice(0, 300)}`);
    return answers.length;
  }

  /** Of a user, or with the token of a program. */
  read(path: string, who: 'ana' | 'program' = 'ana'): RawRequest {
    const program = { authorization: `Bearer ${this.farm.credential('production')}` };
    const headers = Object.entries(who === 'program' ? program : this.farm.as(who));
    return { method: 'GET', path, headers };
  }

  /**
   * Sends requests over many connections at once. One half of the clients reads the answers; the other half reads their
   * beginning, and hangs up when the first half is served.
   * @param atOnce the size of each half
   * @returns how many were sent
   * @throws Error when there is no answer
   */
  async readsAndUnread(requests: readonly RawRequest[], atOnce: number): Promise<number> {
    const { url } = this.farm.stage.api.ready;
    const length = this.quick ? Math.min(4, atOnce) : atOnce;
    const each = Array.from({ length }, (_, i) => requests[i % requests.length] as RawRequest);
    const unread = each.map((request) => {
      const socket = connectTo(url);
      socket.on('error', () => undefined); // 'close' follows
      socket.write(headOf(request));
      return socket;
    });
    try {
      await Promise.all([
        ...unread.map((socket) => heard(socket, ANSWERED_WITHIN_MS).then(() => socket.pause())),
        ...each.map((request) => exchange(url, request, ANSWERED_WITHIN_MS)),
      ]);
    } finally {
      for (const socket of unread) socket.destroy();
    }
    return 2 * length;
  }
}
