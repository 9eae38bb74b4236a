import type { DevicePrincipal } from '../../domain/principal.ts';
import type { AuthenticateDevice } from './authenticate-device.ts';
import type { IotTokens } from '../ports.ts';

export interface AdmittedDevice {
  readonly device: DevicePrincipal;
  /** When the connection opened with the token ends. */
  readonly expiresAt: Date;
}

/** Admits a device by its IoT token, if it is still active. */
export class AdmitDevice {
  constructor(
    private readonly tokens: IotTokens,
    private readonly devices: AuthenticateDevice,
  ) {}

  /** @throws InvalidToken | TokenExpired */
  async execute(token: string): Promise<AdmittedDevice> {
    const { deviceId, secretVersion, expiresAt } = await this.tokens.read(token);
    return { device: await this.devices.byVersion(deviceId, secretVersion), expiresAt };
  }
}
