import { type Clock, type LocalDate, localDateOf, textOrder } from '@furrow/kernel';
import { FIRST_PACE_MS, type Picked, type SessionState, sumPicked, type Viewer } from '../../domain/index.ts';
import type { HarvestQuery, PickedHours, SessionFilters } from '../ports.ts';
import type { ListSessions } from '../sessions/list-sessions.ts';
import type { ShownSession } from '../sessions/shown-session.ts';
import type { ReportPace } from './report-pace.ts';
import { reported, type ReportedSession } from './reported-sessions.ts';

const PAGE_SIZE = 100;
const DAY_MS = 86_400_000;
const EVERY_SESSION: SessionFilters = { from: null, to: null, status: null, projectId: null, sectorId: null };

export interface Today {
  readonly now: Date;
  /** Open sessions of any day, and those of the current local day of their own time zone; the latest opening first. */
  readonly sessions: readonly ReportedSession[];
  readonly picked: readonly Picked[];
  readonly sectors: readonly (Picked & { readonly sectorId: string })[];
  /** The most units first, then by name. */
  readonly crew: readonly (Picked & { readonly workerId: string; readonly name: string })[];
  /** What was picked by the hour, of units that somebody has picked today for a quarter of an hour. */
  readonly hours: readonly PickedHours[];
}

/** The harvest of the current day, with what was picked in each sector and by each worker. */
export class ShowToday {
  constructor(
    private readonly listSessions: ListSessions,
    private readonly reportPace: ReportPace,
    private readonly harvest: HarvestQuery,
    private readonly clock: Clock,
  ) {}

  async execute(companyId: string, viewer: Viewer): Promise<Today> {
    const now = this.clock.now();
    const ownerUserId = viewer.seesCompany ? null : viewer.userId;
    const [shown, hours] = await Promise.all([
      this.#sessions(companyId, viewer, now),
      this.reportPace.execute(companyId, ownerUserId),
    ]);
    const sessions = await reported(this.harvest, { companyId, ownerUserId, now }, shown);
    const amounts = sessions.map(({ session: { state }, sums }) => ({
      ...{ sectorId: state.sectorId, unit: state.samplingUnit, units: sums.validUnits },
    }));
    const picks = sessions.flatMap(({ session: { state }, report }) =>
      (report?.workers ?? []).map(({ workerId, worker_name: name, validUnits }) => ({
        ...{ workerId, name: name ?? '', unit: state.samplingUnit, units: validUnits },
      })),
    );
    return {
      now,
      sessions,
      picked: sumPicked(amounts.map(({ unit, units }) => ({ unit, units }))),
      sectors: sumPicked(amounts, ({ sectorId }) => sectorId),
      crew: sumPicked(picks, ({ workerId }) => workerId).sort(
        (a, b) => b.units - a.units || textOrder(a.name, b.name),
      ),
      hours: hours.filter(({ unit }) => shown.some(({ session }) => isPaced(session.state, unit, now))),
    };
  }

  async #sessions(companyId: string, viewer: Viewer, now: Date): Promise<ShownSession[]> {
    // A local date is at most a day ahead of or behind that of UTC.
    const [from, to] = [-DAY_MS, DAY_MS].map((by) => localDateOf(new Date(now.getTime() + by), 'UTC'));
    const [open, recent] = await Promise.all([
      this.#all(companyId, viewer, { ...EVERY_SESSION, status: 'open' }),
      this.#all(companyId, viewer, { ...EVERY_SESSION, from: from as LocalDate, to: to as LocalDate }),
    ]);
    const isOfToday = ({ session }: ShownSession) =>
      session.isOpen(now) || session.state.localDate === localDateOf(now, session.state.timezone);
    const found = new Map([...open, ...recent].map((each) => [each.session.id, each]));
    return [...found.values()]
      .filter(isOfToday)
      .sort((a, b) => b.session.state.openedAt.getTime() - a.session.state.openedAt.getTime());
  }

  async #all(companyId: string, viewer: Viewer, filters: SessionFilters): Promise<ShownSession[]> {
    const all: ShownSession[] = [];
    for (let page = 1, total = 1; (page - 1) * PAGE_SIZE < total; page++) {
      const found = await this.listSessions.execute(companyId, viewer, {
        ...{ ...filters, page, pageSize: PAGE_SIZE },
      });
      all.push(...found.items);
      ({ total } = found);
    }
    return all;
  }
}

const isPaced = ({ samplingUnit, openedAt }: SessionState, unit: string | null, now: Date): boolean =>
  samplingUnit === unit && now.getTime() - openedAt.getTime() >= FIRST_PACE_MS;
