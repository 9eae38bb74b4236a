/** How somebody is paid and where they work. */
export type Crew = 'vega-a' | 'vega-b' | 'loma' | 'hourly';

export interface CrewMember {
  readonly firstName: string;
  readonly lastName: string;
  readonly position: 'harvester' | 'driver' | 'foreman';
  readonly employment: 'seasonal' | 'permanent';
  readonly crew: Crew;
  /** How fast they pick; 1 is usual. A few are much faster than the rest. */
  readonly pace: number;
  /** The worker's look: an index into the palettes of `faces.ts`. */
  readonly look: number;
}

/** The twenty people of the farm, all of them invented. */
const PEOPLE: readonly Omit<CrewMember, 'look'>[] = [
  member('Amparo', 'Gil', 'vega-a', 1.22),
  member('Hassan', 'Benali', 'vega-a', 1.05),
  member('Lucía', 'Vega', 'vega-a', 0.98),
  member('Ionuț', 'Popescu', 'vega-a', 1.38),
  member('Fátima', 'El Idrissi', 'vega-a', 1.1),
  member('José Luis', 'Martínez', 'vega-a', 0.86),
  member('Mariana', 'Quispe', 'vega-a', 0.94),
  member('Abdou', 'Diallo', 'vega-a', 1.14),
  member('Carmen', 'Ríos', 'vega-a', 0.82),
  member('Wilson', 'Chávez', 'vega-b', 1.0),
  member('Nadia', 'Ouazzani', 'vega-b', 1.18),
  member('Andrés', 'Lozano', 'vega-b', 0.91),
  member('Elena', 'Dumitru', 'vega-b', 1.07),
  member('Mohamed', 'Tahiri', 'vega-b', 0.88),
  member('Rocío', 'Palazón', 'vega-b', 0.96),
  member('Yeray', 'Cabrera', 'loma', 1.04),
  member('Idaira', 'Suárez', 'loma', 0.95),
  member('Óscar', 'Perdomo', 'loma', 1.12),
  { ...member('Pilar', 'Serrano', 'hourly', 1), position: 'foreman', employment: 'permanent' },
  { ...member('Ginés', 'Marín', 'hourly', 1), position: 'driver', employment: 'permanent' },
];
export const CREW: readonly CrewMember[] = PEOPLE.map((one, look) => ({ ...one, look }));

export function nameOf({ firstName, lastName }: CrewMember): string {
  return `${firstName} ${lastName}`;
}

function member(firstName: string, lastName: string, crew: Crew, pace: number): Omit<CrewMember, 'look'> {
  return { firstName, lastName, crew, pace, position: 'harvester', employment: 'seasonal' };
}
