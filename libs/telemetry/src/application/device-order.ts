import { textOrder } from '@furrow/kernel';
import type { DeviceContext } from './ports.ts';

/** The order in which devices' readings are stored, the same in every process. */
export function deviceOrder(a: DeviceContext, b: DeviceContext): number {
  return textOrder(a.companyId, b.companyId) || textOrder(a.deviceId, b.deviceId);
}
