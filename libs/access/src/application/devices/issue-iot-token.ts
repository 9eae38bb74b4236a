import { about, dateTime, named, open, text, type Value, within } from '@furrow/kernel/schema';
import type { AuthenticateDevice } from './authenticate-device.ts';
import type { IotToken, IotTokens } from '../ports.ts';

const bounded = within(text, { minLength: 1, maxLength: 256 });

/** What a device sends for a token. */
export const DEVICE_CREDENTIAL = open({
  deviceId: about(bounded, 'Name of the device, unique in the installation', 'ws-01'),
  deviceSecret: about(bounded, 'From `furrow device register`, which shows it once', 's3cr3t-of-ws-01'),
});

/** What it gets. */
export const IOT_TOKEN = named('IotToken', 'A device’s token.', {
  token: about(text, 'A signed JWT, for the header `x-iot-token`', 'eyJhbGciOiJIUzI1NiJ9.…'),
  expiresAt: about(dateTime, 'The connection ends then; by default an hour from now'),
});

/** Issues a short-lived token for a device's secret, so that the secret itself is sent rarely. */
export class IssueIotToken {
  constructor(
    private readonly devices: AuthenticateDevice,
    private readonly tokens: IotTokens,
  ) {}

  /** @throws InvalidToken */
  async execute(credential: Value<typeof DEVICE_CREDENTIAL>): Promise<IotToken> {
    return this.tokens.issue(await this.devices.execute(credential));
  }
}
