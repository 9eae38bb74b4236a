import { type Clock, newId } from '@furrow/kernel';
import { DeviceNotFound } from '../domain/index.ts';
import type { Command, CommandOutbox } from './ports.ts';

export interface CommandInput {
  readonly companyId: string;
  readonly deviceId: string;
  /** The last level of its topic: letters, digits, hyphens and underscores. */
  readonly name: string;
  /** Any JSON value; null where the name says it all. */
  readonly payload: unknown;
  /** The user who sends it. */
  readonly userId: string;
}

/** Puts a command into the outbox; the gateway hears of it at once, and keeps it for a device that is away. */
export class SendCommand {
  constructor(
    private readonly outbox: CommandOutbox,
    private readonly clock: Clock,
  ) {}

  /** @throws DeviceNotFound */
  async execute({ companyId, deviceId, name, payload, userId }: CommandInput): Promise<Command> {
    const command: Command = {
      ...{ companyId, commandId: newId(), deviceId, name, payload },
      ...{ createdBy: userId, createdAt: this.clock.now() },
    };
    if (!(await this.outbox.put(command))) throw new DeviceNotFound();
    return command;
  }
}
