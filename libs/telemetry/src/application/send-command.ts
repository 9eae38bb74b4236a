import { type Clock, newId } from '@furrow/kernel';
import { DeviceNotFound } from '@furrow/kernel/errors';
import type { Command, CommandOutbox } from './ports.ts';

/** How many seconds a command waits for its device. */
export const COMMAND_WAITS = { byDefault: 7 * 86_400, atMost: 365 * 86_400 } as const;

export interface CommandInput {
  readonly companyId: string;
  readonly deviceId: string;
  /** The last level of its topic: letters, digits, hyphens and underscores. */
  readonly name: string;
  /** Any JSON value; null if the name is enough. */
  readonly payload: unknown;
  /** It is dropped after so long without its device. */
  readonly expiresInSeconds?: number | undefined;
  /** The user who sends it. */
  readonly userId: string;
}

/** Puts a command into the outbox; the gateway is notified at once, and keeps it for a device that is not connected. */
export class SendCommand {
  constructor(
    private readonly outbox: CommandOutbox,
    private readonly clock: Clock,
  ) {}

  /** @throws DeviceNotFound */
  async execute({ companyId, deviceId, name, payload, ...input }: CommandInput): Promise<Command> {
    const { expiresInSeconds = COMMAND_WAITS.byDefault, userId } = input;
    const createdAt = this.clock.now();
    const command: Command = {
      ...{ companyId, commandId: newId(), deviceId, name, payload, createdBy: userId, createdAt },
      expiresAt: new Date(createdAt.getTime() + expiresInSeconds * 1_000),
    };
    if (!(await this.outbox.put(command))) throw new DeviceNotFound();
    return command;
  }
}
