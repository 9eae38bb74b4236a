import type { AuthenticateDevice } from './authenticate-device.ts';
import type { IotToken, IotTokens } from '../ports.ts';

/** Gives a device a short-lived token for its secret, which so travels seldom. */
export class IssueIotToken {
  constructor(
    private readonly devices: AuthenticateDevice,
    private readonly tokens: IotTokens,
  ) {}

  /** @throws InvalidToken */
  async execute(credential: { deviceId: string; deviceSecret: string }): Promise<IotToken> {
    return this.tokens.issue(await this.devices.execute(credential));
  }
}
