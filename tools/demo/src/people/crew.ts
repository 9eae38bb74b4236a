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
  readonly hair: 'long' | 'short';
  /** The worker's look: an index into the palettes of `faces.ts`. */
  readonly look: number;
}

/** The twenty people of the farm, all of them invented. */
const PEOPLE: readonly Omit<CrewMember, 'look'>[] = [
  member('Amparo', 'Gil', 'vega-a', 1.22, 'long'),
  member('Hassan', 'Benali', 'vega-a', 1.05, 'short'),
  member('Lucía', 'Vega', 'vega-a', 0.98, 'long'),
  member('Ionuț', 'Popescu', 'vega-a', 1.38, 'short'),
  member('Fátima', 'El Idrissi', 'vega-a', 1.1, 'long'),
  member('José Luis', 'Martínez', 'vega-a', 0.86, 'short'),
  member('Mariana', 'Quispe', 'vega-a', 0.94, 'long'),
  member('Abdou', 'Diallo', 'vega-a', 1.14, 'short'),
  member('Carmen', 'Ríos', 'vega-a', 0.82, 'long'),
  member('Wilson', 'Chávez', 'vega-b', 1.0, 'short'),
  member('Nadia', 'Ouazzani', 'vega-b', 1.18, 'long'),
  member('Andrés', 'Lozano', 'vega-b', 0.91, 'short'),
  member('Elena', 'Dumitru', 'vega-b', 1.07, 'long'),
  member('Mohamed', 'Tahiri', 'vega-b', 0.88, 'short'),
  member('Rocío', 'Palazón', 'vega-b', 0.96, 'long'),
  member('Yeray', 'Cabrera', 'loma', 1.04, 'short'),
  member('Idaira', 'Suárez', 'loma', 0.95, 'long'),
  member('Óscar', 'Perdomo', 'loma', 1.12, 'short'),
  { ...member('Pilar', 'Serrano', 'hourly', 1, 'long'), position: 'foreman', employment: 'permanent' },
  { ...member('Ginés', 'Marín', 'hourly', 1, 'short'), position: 'driver', employment: 'permanent' },
];
export const CREW: readonly CrewMember[] = PEOPLE.map((one, look) => ({ ...one, look }));

export function nameOf({ firstName, lastName }: CrewMember): string {
  return `${firstName} ${lastName}`;
}

function member(
  firstName: string,
  lastName: string,
  crew: Crew,
  pace: number,
  hair: CrewMember['hair'],
): Omit<CrewMember, 'look'> {
  return { firstName, lastName, crew, pace, hair, position: 'harvester', employment: 'seasonal' };
}
