import type { AuthenticateDevice } from './authenticate-device.ts';
import type { IotToken, IotTokens } from '../ports.ts';

export interface DeviceCredentialInput {
  readonly deviceId: string;
  readonly deviceSecret: string;
}

/** Issues a short-lived token for a device's secret, so that the secret itself is sent rarely. */
export class IssueIotToken {
  constructor(
    private readonly devices: AuthenticateDevice,
    private readonly tokens: IotTokens,
  ) {}

  /** @throws InvalidToken */
  async execute(credential: DeviceCredentialInput): Promise<IotToken> {
    return this.tokens.issue(await this.devices.execute(credential));
  }
}
