import type { Page, PageRequest } from '@furrow/kernel';
import { AlertNotFound } from '../../domain/index.ts';
import type { AlertOrder, AlertTransactions, DeviceAlertState } from '../alert-ports.ts';
import { type ShownAlert, shownAlerts } from './shown-alert.ts';

export interface ListAlertsInput extends PageRequest {
  readonly order: AlertOrder;
}

export class ListAlerts {
  constructor(private readonly transactions: AlertTransactions) {}

  execute(companyId: string, { order, ...request }: ListAlertsInput): Promise<Page<ShownAlert>> {
    return this.transactions.run(companyId, async ({ alerts, farm }) => {
      const { items, total } = await alerts.page(request, order);
      return { items: await shownAlerts(farm, items), total };
    });
  }

  /** @throws AlertNotFound */
  get(companyId: string, key: string): Promise<ShownAlert> {
    return this.transactions.run(companyId, async ({ alerts, farm }) => {
      const view = await alerts.view(key);
      const [shown] = await shownAlerts(farm, view ? [view] : []);
      if (!shown) throw new AlertNotFound(key);
      return shown;
    });
  }

  /** The devices that a rule watches. @throws AlertNotFound */
  devices(companyId: string, key: string, request: PageRequest): Promise<Page<DeviceAlertState>> {
    return this.transactions.run(companyId, async ({ alerts }) => {
      const page = await alerts.devices(key, request);
      if (page.total === 0 && !(await alerts.view(key))) throw new AlertNotFound(key);
      return page;
    });
  }
}
