import { newId } from '@furrow/kernel';
import { newShiftId, Shift, type ShiftDraft } from '@furrow/workforce/domain';
import { ADD_SHIFTS, addShiftsParameters } from '@furrow/workforce/sql';
import { BareBulkInsert } from '../../bare/bulk-insert.ts';
import { type Bench, compared, type Scale } from '../../bench.ts';
import { startLoad } from '../../load/load.ts';
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
    const size = scale.quick ? 50 : BATCH;
    const calls = scale.quick ? 2 : 4;
    const api = await stage.startApi();
    const [crew] = (await openCrews(stage, api, 'shifts', 1)) as [Crew];
    const load = startLoad(stage);
    const bare = await BareBulkInsert.connect(stage, CLIENTS);
    const figures = await interleave(
      scale.rounds,
      {
        service: async () => {
          await stage.checkpoint();
          const body = () => JSON.stringify({ shifts: newShifts(crew, size) });
          const bodies = () => Array.from({ length: calls }, body);
          const clients = Array.from({ length: CLIENTS }, () => ({ jwt: crew.jwt, bodies: bodies() }));
          const expect = { status: 207, text: `"summary":{"created":${size},"repeated":0,"failed":0}` };
          const { seconds } = await load.ask({ url: api.url.href, path: PATH, expect, clients });
          return (CLIENTS * calls * size) / seconds;
        },
        'bare unnest': async () => {
          await stage.checkpoint();
          return (CLIENTS * calls * size) / (await bare.run(bareShiftsOf(crew), calls, size));
        },
      },
      (line) => stage.say(`shifts/s, ${line}`),
    );
    await bare.end();
    await load.stop();
    await api.stop();
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
      ...{ workerId: workers[number % workers.length]?.id ?? '', projectId, sectorId: null },
      ...{
        kind: 'piece',
        startedAt: at(7),
        endedAt: at(15.5),
        clientEventId: `phone-${newId()}`,
        notes: null,
      },
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
