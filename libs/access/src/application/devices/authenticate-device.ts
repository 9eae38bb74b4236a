import type { Clock } from '@furrow/kernel';
import type { Device } from '../../domain/device.ts';
import { InvalidToken } from '../../domain/errors.ts';
import type { DevicePrincipal } from '../../domain/principal.ts';
import { secretMatches } from '../../domain/secret.ts';
import { CredentialCache } from '../credential-cache.ts';
import type { CredentialLookup } from '../ports.ts';

interface KnownDevice {
  readonly device: Device;
  readonly principal: DevicePrincipal;
}

/** Finds the active device behind its secret, or behind a token that was made with its secret. */
export class AuthenticateDevice {
  readonly #devices: CredentialCache<KnownDevice>;

  constructor(
    private readonly lookup: CredentialLookup,
    clock: Clock,
  ) {
    this.#devices = new CredentialCache(clock, async (deviceId) => {
      const [found] = await lookup.devicesById([deviceId]);
      return found?.device.isActive ? known(found.device, found.companyId) : undefined;
    });
  }

  /** @throws InvalidToken when it is unknown, not active, or the secret is wrong: which of these does not show */
  async execute({
    deviceId,
    deviceSecret,
  }: {
    deviceId: string;
    deviceSecret: string;
  }): Promise<DevicePrincipal> {
    const found = await this.#devices.get(deviceId);
    if (found === undefined) {
      secretMatches(deviceSecret, undefined); // as much work as for a known device
      throw new InvalidToken();
    }
    found.device.admit(deviceSecret);
    return found.principal;
  }

  /** @throws InvalidToken when it is unknown or not active, or has another secret by now */
  async byVersion(deviceId: string, secretVersion: string): Promise<DevicePrincipal> {
    const found = await this.#devices.get(deviceId);
    if (found?.principal.secretVersion !== secretVersion) throw new InvalidToken();
    return found.principal;
  }

  /** An active device whose word another has taken for it, such as a broker that keeps its topics apart. */
  async byId(deviceId: string): Promise<DevicePrincipal | undefined> {
    return (await this.#devices.get(deviceId))?.principal;
  }

  /** As they are in this moment, those of them that are active, by deviceId. */
  async current(deviceIds: readonly string[]): Promise<Map<string, DevicePrincipal>> {
    const found = await this.lookup.devicesById(deviceIds);
    const active = found.filter(({ device }) => device.isActive);
    return new Map(
      active.map(({ device, companyId }) => [device.deviceId, known(device, companyId).principal]),
    );
  }

  /** Devices have changed: look again. */
  forget(): void {
    this.#devices.drop();
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
