import { wireWorkforce } from '@furrow/workforce';
import type { SeasonFarm } from '../season-farm.ts';
import { CREW, type CrewMember } from './crew.ts';
import { faceOf } from './faces.ts';
import { voidsNothing } from './voids-nothing.ts';

/** So that the worker whom the tour of `npm start` registers is one of them. */
const HIRED = '2026-03-02';

export interface Worker extends CrewMember {
  readonly workerId: string;
}

/** Registers the crew with its photos; who is registered already stays as they are. */
export async function registerCrew(farm: SeasonFarm): Promise<readonly Worker[]> {
  const { registerWorker } = wireWorkforce(farm.database, farm.media, farm.clock, voidsNothing);
  const crew: Worker[] = [];
  for (const member of CREW) {
    const photo = await faceOf(member);
    const { worker } = await registerWorker.execute(farm.companyId, {
      ...{ first_name: member.firstName, last_name: member.lastName, hire_date: HIRED },
      ...{ position: member.position, employment_type: member.employment, status: 'active' },
      photo: `data:image/webp;base64,${photo.toString('base64')}`,
    });
    crew.push({ ...member, workerId: worker.id });
  }
  return crew;
}
