import type { Clock } from '@furrow/kernel';
import type { Device } from '../../domain/device.ts';
import { InvalidToken } from '../../domain/errors.ts';
import type { DevicePrincipal } from '../../domain/principal.ts';
import { secretMatches } from '../../domain/secret.ts';
import { CredentialCache } from '../credential-cache.ts';
import { JointLookUp } from '../joint-look-up.ts';
import type { CredentialLookup } from '../ports.ts';

interface KnownDevice {
  readonly device: Device;
  readonly principal: DevicePrincipal;
}

export interface AuthenticateDeviceInput {
  readonly deviceId: string;
  readonly deviceSecret: string;
}

/** Finds the active device by its secret, or by a token issued for its secret. */
export class AuthenticateDevice {
  readonly #devices: CredentialCache<KnownDevice>;

  constructor(
    private readonly lookup: CredentialLookup,
    clock: Clock,
  ) {
    const lookUp = new JointLookUp((deviceIds) => this.#active(deviceIds));
    this.#devices = new CredentialCache(clock, (deviceId) => lookUp.get(deviceId));
  }

  /** @throws InvalidToken if it is unknown or not active, or the secret is wrong, without revealing which */
  async execute({ deviceId, deviceSecret }: AuthenticateDeviceInput): Promise<DevicePrincipal> {
    const found = await this.#devices.get(deviceId);
    if (found === undefined) {
      secretMatches(deviceSecret, undefined); // the same work as for a known device
      throw new InvalidToken();
    }
    found.device.admit(deviceSecret);
    return found.principal;
  }

  /** @throws InvalidToken if it is unknown or not active, or its secret has changed */
  async byVersion(deviceId: string, secretVersion: string): Promise<DevicePrincipal> {
    const found = await this.#devices.get(deviceId);
    if (found?.principal.secretVersion !== secretVersion) throw new InvalidToken();
    return found.principal;
  }

  /**
   * An active device that another system has authenticated, such as a broker that restricts topics to their devices.
   */
  async byId(deviceId: string): Promise<DevicePrincipal | undefined> {
    return (await this.#devices.get(deviceId))?.principal;
  }

  /** The current state of those that are active, by deviceId. */
  async current(deviceIds: readonly string[]): Promise<Map<string, DevicePrincipal>> {
    const active = await this.#active(deviceIds);
    return new Map([...active].map(([deviceId, { principal }]) => [deviceId, principal]));
  }

  /** Changes whenever a device does, by deviceId; those that are unknown are left out. Costs far less than `current`. */
  revisions(deviceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.lookup.deviceRevisions(deviceIds);
  }

  /** Empties the cache after devices have changed. */
  forget(): void {
    this.#devices.drop();
  }

  async #active(deviceIds: readonly string[]): Promise<Map<string, KnownDevice>> {
    const found = await this.lookup.devicesById(deviceIds);
    const active = found.filter(({ device }) => device.isActive);
    return new Map(active.map(({ device, companyId }) => [device.deviceId, known(device, companyId)]));
  }
}

function known(device: Device, companyId: string): KnownDevice {
  const { deviceId, projectId, sectorId } = device.state;
  const { secretVersion } = device;
  return {
    device,
    principal: Object.freeze({ kind: 'device', companyId, deviceId, projectId, sectorId, secretVersion }),
  };
}
