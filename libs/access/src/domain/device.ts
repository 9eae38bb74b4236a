import { isId } from '@furrow/kernel';
import { Problems } from './problems.ts';
import { DeviceExists, DeviceRevoked, InvalidToken } from './errors.ts';
import { hashSecret, newSecret, secretMatches } from './secret.ts';

/** inactive: paused, and keeps its secret; revoked: its secret is dead, and coming back needs a new one. */
export const DEVICE_STATUSES = ['active', 'inactive', 'revoked'] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** Where a device stands. The ids mean something to agronomy; here they are only kept. */
export interface DevicePlacement {
  readonly projectId: string;
  readonly sectorId: string | null;
  readonly status: DeviceStatus;
}

/** A device as the operator's file states one, its place given by id. */
export interface DeviceStatement {
  readonly deviceId: string;
  readonly projectId: string;
  readonly sectorId?: string | null | undefined;
  /** At first active. */
  readonly status?: DeviceStatus | null | undefined;
}

export interface DeviceState extends DevicePlacement {
  /** The name on its label and in its topics; unique over the installation. */
  readonly deviceId: string;
  /** SHA-256 of its secret. */
  readonly secretHash: Uint8Array;
  /** Revoked for no other reason than that the file left it out. */
  readonly pruned: boolean;
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
      device: new Device({
        ...picked(placement),
        ...{ deviceId, secretHash: hashSecret(deviceSecret), pruned: false },
      }),
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
    return {
      device: same && !this.state.pruned ? this : new Device({ ...this.state, ...next, pruned: false }),
    };
  }

  /**
   * The device as now stated: what is left out stays as it is, but for a sector of the project that it leaves. One
   * that was pruned and is listed again is active again; one that was revoked stays so until a status is stated.
   * @throws ValidationFailed
   */
  restated({ projectId, sectorId, status }: DeviceStatement): ProvisionedDevice {
    const { state } = this;
    return this.place({
      projectId,
      sectorId: sectorId === undefined && projectId === state.projectId ? state.sectorId : (sectorId ?? null),
      status: status ?? (state.pruned ? 'active' : state.status),
    });
  }

  /**
   * What registering it once more makes of it: nothing while it is in use; one that was revoked comes back.
   * @throws DeviceExists | ValidationFailed
   */
  registerAgain(placement: DevicePlacement): ProvisionedDevice {
    if (this.state.status !== 'revoked') throw new DeviceExists(this.deviceId);
    return this.place(placement);
  }

  /** The same device with a new secret; the old one is dead. @throws DeviceRevoked */
  rotate(): Required<ProvisionedDevice> {
    if (this.state.status === 'revoked') throw new DeviceRevoked(this.deviceId);
    const deviceSecret = newSecret();
    return { device: new Device({ ...this.state, secretHash: hashSecret(deviceSecret) }), deviceSecret };
  }

  /** Changes with the secret, and tells nothing of it. */
  get secretVersion(): string {
    return hashSecret(Buffer.from(this.state.secretHash).toString('hex')).toString('base64url', 0, 12);
  }

  get isActive(): boolean {
    return this.state.status === 'active';
  }

  /** @throws InvalidToken for a wrong secret, and for one that is not active */
  admit(secret: string): void {
    if (!secretMatches(secret, this.state.secretHash) || !this.isActive) throw new InvalidToken();
  }

  revoke(): Device {
    const { status, pruned } = this.state;
    return status === 'revoked' && !pruned
      ? this
      : new Device({ ...this.state, status: 'revoked', pruned: false });
  }

  /** Left out of a file that tells everything there is. */
  prune(): Device {
    return this.state.status === 'revoked'
      ? this
      : new Device({ ...this.state, status: 'revoked', pruned: true });
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
