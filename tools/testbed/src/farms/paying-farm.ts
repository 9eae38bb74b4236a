import { type Answer, type Client, type Json } from '../system/client.ts';
import { aFarm, aProject, type ProvisionedFarm, RECORDS, SESSIONS, ZONE } from './farm.ts';
import type { System } from '../system/system.ts';
import { hoursAgo } from '../zones.ts';

export const PAY_RUNS = '/api/control/pay-runs';
const SHIFTS = '/api/control/shifts';
const DAY = 86_400_000;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
export const TODAY = new Date(hoursAgo(3)).toLocaleDateString('sv-SE', { timeZone: ZONE });
/** Today's weekday begins the workweek, whichever it is. */
const WEEKDAY = new Date(TODAY)
  .toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
  .toLowerCase();
export const inDays = (days: number) => dayOf(Date.parse(TODAY) + days * DAY);
export const WEEK = { from: TODAY, to: inDays(6) };

/** `startedAt` is three hours ago, or earlier where the shift is longer, if it is left out. */
type ShiftOptions = { readonly startedAt?: string } & Readonly<Record<string, unknown>>;

let farms = 0;
/** A separate farm with a single pay policy. */
export async function aPayingFarm(
  system: System,
  policy: object | null,
  currency: string | null = 'USD',
): Promise<ProvisionedFarm> {
  const key = `pay${++farms}`;
  const projects = [aProject('north', 'n', 4, { defaults: { pricePerUnit: 1 } })];
  const file = aFarm(key, {
    projects,
    payPolicies: policy && [{ validFrom: '2020-01-01', workweekStartsOn: WEEKDAY, ...policy }],
  });
  return system.provision({ ...file, company: { ...file.company, currency, timezone: ZONE } as never });
}

/** One worker's harvest and hours of today. */
export class Crew {
  private constructor(
    readonly farm: ProvisionedFarm,
    readonly ana: Client,
    readonly ada: Client,
    readonly worker: Json,
    readonly session: Json,
  ) {}

  static async start(farm: ProvisionedFarm, session: Record<string, unknown> = {}): Promise<Crew> {
    const [ana, ada] = [farm.as('ana'), farm.as('ada')];
    const [worker, opened] = [
      await farm.worker(ana),
      await farm.session(ana, { openedAt: hoursAgo(3), ...session }),
    ];
    return new Crew(farm, ana, ada, worker, opened);
  }

  async pick(units: number, over: object = {}): Promise<Json> {
    const answer = await this.ana.post(RECORDS, {
      ...this.farm.recordBody(this.session.sessionId, this.worker.id, { units }),
      ...over,
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.data;
  }

  /** Starts this morning, early enough to be over. */
  /** Ends exactly so many hours after it started. */
  async shift(kind: string, hours: number, { startedAt, ...over }: ShiftOptions = {}): Promise<Json> {
    startedAt ??= hoursAgo(Math.max(3, hours));
    const answer = await this.ana.post(SHIFTS, {
      ...{ workerId: this.worker.id, projectId: this.session.projectId, kind, startedAt },
      endedAt: new Date(Date.parse(startedAt) + hours * 3_600_000).toISOString(),
      ...{ clientEventId: this.farm.event(), ...over },
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.data;
  }

  close(): Promise<Answer> {
    return this.ana.post(`${SESSIONS}/${this.session.sessionId}/close`);
  }

  async run(over: object = {}): Promise<Json> {
    const answer = await this.ada.post(PAY_RUNS, { ...WEEK, ...over });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.data;
  }

  async read(run: Json): Promise<Json> {
    return (await this.ada.get(`${PAY_RUNS}/${run.payRunId}`)).data;
  }

  freeze(run: Json): Promise<Answer> {
    return this.ada.post(`${PAY_RUNS}/${run.payRunId}/freeze`);
  }
}
