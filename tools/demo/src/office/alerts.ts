import { wireNotifications } from '@furrow/notifications';
import type { Config } from '@furrow/config';
import { by } from '../acting.ts';
import type { SeasonFarm } from '../season-farm.ts';

const SINCE_DAYS = 20;

/** Two rules, made weeks ago: one watches for frost, the other fires because the greenhouse's station is silent. */
export async function watchStations(farm: SeasonFarm, config: Config): Promise<void> {
  const { putAlert } = wireNotifications(farm.database, farm.clock, config);
  farm.clock.set(new Date(farm.calendar.now.getTime() - SINCE_DAYS * 86_400_000));
  await by(farm.user('clara'), async () => {
    await putAlert.execute(farm.companyId, {
      ...{ key: 'helada', name: 'Helada en Vega Alta', kind: 'threshold', project: 'vega' },
      ...{ device: 'demo-station-01', metric: 'te', below: -1, for: '30m', clearBy: 1 },
    });
    await putAlert.execute(farm.companyId, {
      ...{ key: 'estacion-muda', name: 'Estación del invernadero sin datos', kind: 'silent' },
      ...{ project: 'loma', device: 'demo-station-02', for: '6h' },
    });
  });
}
