import { instantOf, type LocalDate, type PageRequest } from '@furrow/kernel';
import { wireProduction } from '@furrow/production';
import type { Calendar } from '../calendar.ts';
import type { SeasonFarm } from '../season-farm.ts';

const PREFIX = 'season';
const PAGE = 200;

/** The phone's name of a session. It tells when the season ends, so that an interrupted one goes on. */
export function localId({ now }: Calendar, name: string): string {
  return `${PREFIX}/${now.toISOString()}/${name}`;
}

/** When the season of this company ends, from its first session; undefined if it has none. */
export async function seasonEnd(farm: SeasonFarm): Promise<Date | undefined> {
  const { sectorId } = farm.place('vega/v1');
  const { total } = await sessions(farm, { sectorId }, { page: 1, pageSize: 1 });
  // The first session is usually the oldest one of its sector.
  for (let page = Math.ceil(total / PAGE); page >= 1; page--) {
    const { items } = await sessions(farm, { sectorId }, { page, pageSize: PAGE });
    for (const { session } of items) {
      const end = endIn(session.state.localId);
      if (end) return end;
    }
  }
  return undefined;
}

/** Whether the last thing that the season makes is there. */
export async function isMade(farm: SeasonFarm): Promise<boolean> {
  const { sectorId } = farm.place('vega/v3');
  const day = farm.calendar.today;
  const { items } = await sessions(farm, { sectorId, from: day, to: day }, { page: 1, pageSize: PAGE });
  return items.some(({ session }) => session.state.localId === localId(farm.calendar, 'today'));
}

function endIn(id: string | null): Date | undefined {
  const [prefix, end] = id?.split('/') ?? [];
  return prefix === PREFIX ? instantOf(end) : undefined;
}

function sessions(
  farm: SeasonFarm,
  filter: { readonly sectorId: string; readonly from?: LocalDate; readonly to?: LocalDate },
  request: PageRequest,
) {
  const { listSessions } = wireProduction(farm.database, farm.clock);
  const all = { from: null, to: null, status: null, projectId: null };
  const admin = { userId: farm.user('clara').userId, seesCompany: true };
  return listSessions.execute(farm.companyId, admin, { ...all, ...filter, ...request });
}
