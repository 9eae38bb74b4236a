import { isId } from '@furrow/kernel';
import { Problems } from './problems.ts';
import { hashSecret, newSecret } from './secret.ts';

/** inactive: paused, and keeps its secret; revoked: its secret is dead, and coming back needs a new one. */
export const DEVICE_STATUSES = ['active', 'inactive', 'revoked'] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** Where a device stands. The ids mean something to agronomy; here they are only kept. */
export interface DevicePlacement {
  readonly projectId: string;
  readonly sectorId: string | null;
  readonly status: DeviceStatus;
}

export interface DeviceState extends DevicePlacement {
  /** The name on its label and in its topics; unique over the installation. */
  readonly deviceId: string;
  /** SHA-256 of its secret. */
  readonly secretHash: Uint8Array;
}

/** A device, and its secret if one was made just now: it is known in this moment and never again. */
export interface ProvisionedDevice {
  readonly device: Device;
  readonly deviceSecret?: string;
}

// A topic level: no separator and no wildcard, so that one device can never name another one's topics.
const DEVICE_ID = /^[A-Za-z0-9][\w.:-]{0,63}$/;

/** A station, probe or valve that sends readings. Immutable. */
export class Device {
  private constructor(readonly state: DeviceState) {}

  /** @throws ValidationFailed */
  static register(deviceId: string, placement: DevicePlacement): ProvisionedDevice {
    check(deviceId, placement);
    const deviceSecret = newSecret();
    return {
      device: new Device({ ...picked(placement), deviceId, secretHash: hashSecret(deviceSecret) }),
      deviceSecret,
    };
  }

  static restore(state: DeviceState): Device {
    return new Device(state);
  }

  get deviceId(): string {
    return this.state.deviceId;
  }

  /**
   * The same device elsewhere or in another status; itself when nothing differs. One that was revoked comes back
   * with a new secret, for the old one may be in wrong hands.
   * @throws ValidationFailed
   */
  place(placement: DevicePlacement): ProvisionedDevice {
    check(this.deviceId, placement);
    const { projectId, sectorId, status } = this.state;
    const next = picked(placement);
    if (status === 'revoked' && next.status !== 'revoked') return Device.register(this.deviceId, next);
    const same = next.projectId === projectId && next.sectorId === sectorId && next.status === status;
    return { device: same ? this : new Device({ ...this.state, ...next }) };
  }

  revoke(): Device {
    return this.state.status === 'revoked' ? this : new Device({ ...this.state, status: 'revoked' });
  }
}

function picked({ projectId, sectorId, status }: DevicePlacement): DevicePlacement {
  return { projectId, sectorId, status };
}

function check(deviceId: string, { projectId, sectorId, status }: DevicePlacement): void {
  new Problems()
    .unless(
      DEVICE_ID.test(deviceId),
      'deviceId',
      'must have 1 to 64 letters, digits, dots, colons, hyphens or underscores',
    )
    .unless(isId(projectId), 'projectId', 'must be the id of a project')
    .unless(sectorId === null || isId(sectorId), 'sectorId', 'must be the id of a sector')
    .unless(DEVICE_STATUSES.includes(status), 'status', `must be one of ${DEVICE_STATUSES.join(', ')}`)
    .throwIfAny();
}
