import { type Clock, DeviceNotFound, ProjectNotFound } from '@furrow/kernel';
import { Alert, AlertNotFound, type AlertDeclaration } from '../../domain/index.ts';
import type { AlertRepositories, AlertTransactions, AlertView } from '../ports.ts';

export interface DeclaredAlert extends AlertDeclaration {
  /** Key or id. */
  readonly project: string;
}

/** A rule with the key of its project in the farm file. */
export interface ShownAlert extends AlertView {
  readonly project: string;
}

/** Creates or changes a rule. One that watches something else starts again; a repeat changes nothing. */
export class PutAlert {
  constructor(
    private readonly transactions: AlertTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed | ProjectNotFound | DeviceNotFound */
  execute(companyId: string, declared: DeclaredAlert): Promise<ShownAlert> {
    return this.transactions.run(companyId, async (repositories) => {
      await putAlert(repositories, declared, this.clock.now());
      const [shown] = await shownAlerts(repositories, declared.key);
      if (!shown) throw new AlertNotFound(declared.key);
      return shown;
    });
  }
}

/** @throws ValidationFailed | ProjectNotFound | DeviceNotFound */
export async function putAlert(
  { alerts, farm }: AlertRepositories,
  { project, ...declared }: DeclaredAlert,
  now: Date,
): Promise<void> {
  const projectId = await farm.projectId(project);
  const alert = Alert.declare(declared, projectId ?? '', now);
  if (projectId === undefined) throw new ProjectNotFound();
  const { key, name, deviceId } = alert.state;
  const devices = await farm.devices(projectId);
  if (deviceId !== null && !devices.includes(deviceId))
    throw new DeviceNotFound('There is no such device in the project.');
  const known = await alerts.find(key);
  if (known?.active && known.alert.watchesAs(alert)) {
    if (known.alert.state.name !== name) await alerts.save(known.alert.named(name));
    return;
  }
  await alerts.reset(key, now);
  await alerts.save(alert);
  await alerts.watch(alert, deviceId === null ? devices : [deviceId]);
}

export async function shownAlerts({ alerts, farm }: AlertRepositories, key?: string): Promise<ShownAlert[]> {
  const [views, keys] = await Promise.all([alerts.views(key), farm.projectKeys()]);
  return views.map((view) => ({ ...view, project: keys.get(view.alert.state.projectId) ?? '' }));
}
