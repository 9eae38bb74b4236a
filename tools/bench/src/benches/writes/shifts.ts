import { newId } from '@furrow/kernel';
import { newShiftId, Shift, type ShiftDraft } from '@furrow/workforce/domain';
import { ADD_SHIFTS, addShiftsParameters } from '@furrow/workforce/sql';
import { bareInsert } from '../../bare/bulk-insert.ts';
import { type Bench, compared, type Scale } from '../../bench.ts';
import { bulkCalls, perSecond, startLoad } from '../../load/loads.ts';
import { interleave } from '../../rounds.ts';
import { type Crew, openCrews } from '../../stage/crews.ts';
import type { Stage } from '../../stage/stage.ts';

const CLIENTS = 8;
const BATCH = 1_000;
const PATH = '/api/control/shifts/bulk';
const HOUR = 3_600_000;

export const shifts: Bench = {
  name: 'shifts',
  summary: `${BATCH.toLocaleString('en')} new shifts per call, ${CLIENTS} clients`,

  async run(stage: Stage, scale: Scale) {
    const [size, calls] = scale.quick ? [50, 2] : [BATCH, 4];
    const api = await stage.startApi();
    const [crew] = (await openCrews(stage, api, 'shifts', 1)) as [Crew];
    const load = startLoad(stage);
    const insert = await bareInsert(stage, CLIENTS, bareShiftsOf(crew));
    const clients = { jwt: crew.jwt, clients: CLIENTS, calls, size };
    const requests = bulkCalls(api, PATH, clients, () => ({ shifts: newShifts(crew, size) }));
    const figures = await interleave(stage, 'shifts/s', scale.rounds, {
      service: () => perSecond(stage, load, requests),
      'bare unnest': () => insert(calls, size),
    });
    const what = 'bulk sync against a bare unnest insert';
    return [compared(what, 'shifts/s', figures.service, figures['bare unnest'], { atLeast: 0.7 })];
  },
};

/** As a phone sends them: the working days before today of each worker, with a rest and a meal. */
function newShifts({ workers, projectId }: Crew, count: number): ShiftDraft[] {
  const today = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR;
  return Array.from({ length: count }, (_, number) => {
    const day = today - (1 + Math.floor(number / workers.length)) * 24 * HOUR;
    const at = (hours: number) => new Date(day + hours * HOUR);
    return {
      ...{ workerId: workers[number % workers.length]?.id ?? '', projectId, sectorId: null, kind: 'piece' },
      ...{ startedAt: at(7), endedAt: at(15.5), clientEventId: `phone-${newId()}`, notes: null },
      breaks: [
        { kind: 'rest', startedAt: at(9.5), endedAt: at(9.75) },
        { kind: 'meal', startedAt: at(12), endedAt: at(12.5) },
      ],
    };
  });
}

/** The same shifts as they are written, without asking the service. */
const bareShiftsOf = (crew: Crew) => ({
  companyId: crew.companyId,
  statement: ADD_SHIFTS,
  batchOf: (size: number) => {
    const made = () => ({
      ...{ shiftId: newShiftId(), by: { userId: crew.userId, idpId: 'shifts|supervisor-0' } },
      at: new Date(),
    });
    const states = newShifts(crew, size).map((draft) => Shift.record(draft, 'UTC', made()).state);
    return addShiftsParameters(crew.companyId, states);
  },
});
