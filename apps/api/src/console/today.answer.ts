import type { SectorClosure } from '@furrow/agronomy/domain';
import type { ListForms } from '@furrow/forms';
import type { ShowToday } from '@furrow/production';
import { closureAnswer, SECTOR_CLOSURES } from '../agronomy/treatment.answer.ts';
import { TASK_MEMBERS } from '../forms/form.answer.ts';
import * as s from '../openapi/schema.ts';
import { harvestPace, paceAnswer } from '../production/harvest.answer.ts';
import { reportedSession, reportedSessionAnswer } from '../production/reported-session.answer.ts';

const unit = s.about(s.orNull(s.text), 'What is counted', 'kg');
const units = s.about(s.within(s.number, { minimum: 0 }), 'Valid units', 412.5);

const openTask = s.named('OpenTask', 'A form that the user still has to fill in.', {
  ...TASK_MEMBERS,
  formName: s.about(s.text, 'The name of the form', 'Check the traps'),
});

const today = s.named('Today', 'The harvest of the current day, and what matters for it.', {
  sessions: s.about(
    s.listOf(reportedSession),
    'Open ones of any day, and those of today in their own time zone; the latest opening first',
  ),
  picked: s.about(s.listOf(s.object({ unit, units })), 'What was picked in these sessions, by unit'),
  sectors: s.about(
    s.listOf(s.object({ sectorId: s.about(s.idOf('sector'), 'The sector'), unit, units })),
    'The same by sector and unit',
  ),
  crew: s.about(
    s.listOf(
      s.object({
        workerId: s.about(s.idOf('worker'), 'The worker'),
        name: s.about(s.text, 'As it was when the records were made', 'Ana María López'),
        ...{ unit, units },
      }),
    ),
    'The same by worker and unit, the most first',
  ),
  hours: s.about(
    s.listOf(harvestPace),
    'By the hour, of units that somebody has picked today for at least 15 minutes',
  ),
  closures: s.about(SECTOR_CLOSURES, 'Sectors that are closed to the harvest or to people'),
  tasks: s.about(s.listOf(openTask), 'The user’s own, by due time; those without one come last'),
});

export const TODAY = s.success(today);

type Harvest = Awaited<ReturnType<ShowToday['execute']>>;
type Forms = Awaited<ReturnType<ListForms['execute']>>;

export function todayAnswer(
  harvest: Harvest,
  closures: readonly SectorClosure[],
  forms: Forms,
): s.Value<typeof today> {
  const { now, sessions, picked, sectors, crew, hours } = harvest;
  return {
    sessions: sessions.map((session) => reportedSessionAnswer(session, now)),
    picked,
    sectors: sectors.map(({ sectorId, unit, units }) => ({ sectorId, unit, units })),
    crew,
    hours: hours.map(paceAnswer),
    closures: closures.map(closureAnswer),
    tasks: openTasks(forms),
  };
}

function openTasks(forms: Forms) {
  const due = ({ dueAt }: { readonly dueAt: string | null }) =>
    dueAt === null ? Infinity : Date.parse(dueAt);
  return forms
    .flatMap((form) => ('tasks' in form ? form.tasks.map((each) => ({ ...each, formName: form.name })) : []))
    .filter(({ status }) => status === 'open')
    .sort((a, b) => due(a) - due(b) || 0);
}
