import { wireAgronomy } from '@furrow/agronomy';
import { by } from '../acting.ts';
import type { SeasonFarm } from '../season-farm.ts';

interface Spray {
  readonly daysAgo: number;
  readonly sector: string;
  readonly product: string;
  readonly substances: readonly string[];
  readonly target: string;
  readonly dose: string;
  readonly doseUnit: string;
  readonly preHarvestDays: number;
  readonly notes: string | null;
}

/** Products with invented names; the last one holds Vega 3 back today. */
const SPRAYS: readonly Spray[] = [
  spray(66, 'vega/v1', 'Azufre mojable 80 %', ['sulphur'], 'PODOTR', '3', 5),
  spray(58, 'vega/v2', 'Confusor Grafo', ['(Z)-dodec-8-enyl acetate'], 'LASPMO', '0.5', 0),
  spray(45, 'vega/v1', 'Bacilo BT', ['Bacillus thuringiensis'], 'LASPMO', '1', 0),
  spray(38, 'vega/v2', 'Jabón Verde', ['potassium soap'], 'MYZUPE', '4', 0),
  spray(31, 'vega/v4', 'Aceite Claro 83', ['paraffin oil'], 'AONDAU', '10', 0),
  spray(
    22,
    'vega/v2',
    'Pulgonil',
    ['flonicamid'],
    'MYZUPE',
    '0.14',
    14,
    'Foco en las cuatro primeras filas.',
  ),
  spray(12, 'loma/greenhouse', 'Azufre mojable 80 %', ['sulphur'], 'LEVETA', '2', 3),
  spray(
    1,
    'vega/v3',
    'Podorin 25',
    ['tebuconazole'],
    'PODOTR',
    '0.6',
    7,
    'Tras la lluvia; no cosechar sin avisar.',
  ),
];

/** Records what was sprayed in the season, each time after the crew had left. */
export async function recordTreatments(farm: SeasonFarm): Promise<void> {
  const { recordTreatment } = wireAgronomy(farm.database, farm.clock);
  const author = farm.user('ines');
  for (const { daysAgo, sector, ...one } of SPRAYS) {
    const { projectId, sectorId } = farm.place(sector);
    const day = farm.calendar.daysAgo(daysAgo);
    const startedAt = farm.calendar.at(day, 18);
    farm.clock.set(farm.calendar.now);
    await by(author, () =>
      recordTreatment.execute(farm.companyId, author, {
        ...{ clientEventId: `season/spray/${day}/${sector}`, projectId, sectorIds: [sectorId], startedAt },
        ...{ product: one.product, activeSubstances: one.substances, target: one.target, notes: one.notes },
        ...{ dose: one.dose, doseUnit: one.doseUnit, preHarvestDays: one.preHarvestDays, area: '1.4' },
        ...{
          endedAt: new Date(startedAt.getTime() + 5_400_000),
          reentryHours: '24',
          operator: 'Ginés Marín',
        },
        ...{ authorisationNumber: null, cropCode: null, bbch: null, equipment: 'Atomizador 2.000 L' },
      }),
    );
  }
}

function spray(
  daysAgo: number,
  sector: string,
  product: string,
  substances: readonly string[],
  target: string,
  dose: string,
  preHarvestDays: number,
  notes: string | null = null,
): Spray {
  const doseUnit = sector.startsWith('loma') ? 'g/L' : 'kg/ha';
  return { daysAgo, sector, product, substances, target, dose, doseUnit, preHarvestDays, notes };
}
