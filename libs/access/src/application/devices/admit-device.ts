import type { DevicePrincipal } from '../../domain/principal.ts';
import type { AuthenticateDevice } from './authenticate-device.ts';
import type { IotTokens } from '../ports.ts';

export interface AdmittedDevice {
  readonly device: DevicePrincipal;
  /** What was opened with the token ends then. */
  readonly expiresAt: Date;
}

/** Lets a device in by its IoT token, if it may still come in. */
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
