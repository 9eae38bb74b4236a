import type { DeviceContext } from '../application/ports.ts';
import { SendCommand } from '../application/send-command.ts';
import type { Station, TelemetryPorts } from './field.ts';

interface Sender {
  readonly telemetry: Pick<TelemetryPorts, 'outbox' | 'clock'>;
  readonly station: Station;
}

/** @param of the station whose user sends, by default to its device; asked at each command */
export const sending =
  (of: () => Sender) =>
  (name: string, payload: unknown = {}, deviceId?: string, expiresInSeconds?: number) => {
    const { telemetry, station } = of();
    const { companyId, userId, device } = station;
    return new SendCommand(telemetry.outbox, telemetry.clock).execute({
      ...{ companyId, deviceId: deviceId ?? device.deviceId, name, payload, userId, expiresInSeconds },
    });
  };

/** @param names of the commands that the device has subscribed to; null for all */
export const wanted = ({ companyId, deviceId }: DeviceContext, names: string[] | null = null) => ({
  ...{ companyId, deviceId, names },
});

export const idsOf = (commands: readonly { commandId: string }[]) =>
  commands.map(({ commandId }) => commandId);
