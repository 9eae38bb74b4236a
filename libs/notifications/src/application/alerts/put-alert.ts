import type { Clock } from '@furrow/kernel';
import { isInUse, type Withdrawable } from '@furrow/kernel/declarations';
import { DeviceNotFound, ProjectNotFound } from '@furrow/kernel/errors';
import {
  Alert,
  type AlertDeclaration,
  alertLimitsExceeded,
  AlertNotFound,
  hasSameTarget,
  TooManyAlerts,
} from '../../domain/index.ts';
import type { AlertRepositories, AlertTransactions } from '../alert-ports.ts';
import { type ShownAlert, shownAlerts } from './shown-alert.ts';

export interface DeclaredAlert extends AlertDeclaration, Withdrawable {
  /** Key or id. */
  readonly project: string;
}

/** A rule that was saved and that watches other devices than before. */
export interface SavedTarget {
  readonly key: string;
  /** Whether it was not active before. */
  readonly isNew: boolean;
}

/** Creates or changes a rule. One that watches something else starts again; a repeat changes nothing. */
export class PutAlert {
  constructor(
    private readonly transactions: AlertTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed | ProjectNotFound | DeviceNotFound | TooManyAlerts */
  execute(companyId: string, declared: DeclaredAlert): Promise<ShownAlert> {
    return this.transactions.run(companyId, async (repositories) => {
      const { alerts } = repositories;
      await alerts.lock();
      const saved = await putAlert(repositories, declared, this.clock.now());
      if (saved) {
        const [exceeded] = alertLimitsExceeded(await alerts.targets(), [saved]);
        if (exceeded) throw new TooManyAlerts(exceeded.of, exceeded.limit);
      }
      const view = await alerts.view(declared.key);
      const [shown] = await shownAlerts(repositories.farm, view ? [view] : []);
      if (!shown) throw new AlertNotFound(declared.key);
      return shown;
    });
  }
}

/**
 * Within `AlertRepository.lock`; the caller compares with the limits.
 *
 * @returns undefined if it watches nothing else than before
 * @throws ValidationFailed | ProjectNotFound | DeviceNotFound
 */
export async function putAlert(
  { alerts, farm }: AlertRepositories,
  { project, status, ...declared }: DeclaredAlert,
  now: Date,
): Promise<SavedTarget | undefined> {
  const projectId = await farm.projectId(project);
  const alert = Alert.declare(declared, projectId ?? '', now);
  if (projectId === undefined) throw new ProjectNotFound();
  const { key, name, deviceId } = alert.state;
  const devices = await farm.devices(projectId);
  if (deviceId !== null && !devices.includes(deviceId))
    throw new DeviceNotFound('There is no such device in the project.');
  const known = await alerts.find(key);
  const isKnown = known?.alert.watchesAs(alert) === true;
  if (!isInUse({ status })) {
    if (isKnown && !known.active && known.alert.state.name === name) return undefined;
    await alerts.save(alert);
    await alerts.deactivate(key, now);
    return undefined;
  }
  if (known?.active && isKnown) {
    if (known.alert.state.name !== name) await alerts.save(known.alert.named(name));
    return undefined;
  }
  await alerts.reset(key, now);
  await alerts.save(alert);
  await alerts.watch(alert, deviceId === null ? devices : [deviceId]);
  if (known?.active && hasSameTarget(known.alert.state, alert.state)) return undefined;
  return { key, isNew: !known?.active };
}
