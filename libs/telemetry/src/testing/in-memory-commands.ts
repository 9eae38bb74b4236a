import type { Clock } from '@furrow/kernel';
import type {
  Command,
  CommandKey,
  CommandOutbox,
  CommandsWanted,
  PendingCommand,
  PendingCommands,
} from '../application/ports.ts';
import type { InMemoryProject } from './in-memory-series.ts';

/** Both sides of the outbox. */
export class InMemoryCommands implements CommandOutbox, PendingCommands {
  /** Those that were neither delivered nor expired, oldest first. */
  readonly commands: Command[] = [];
  readonly #listeners = new Set<(deviceId: string) => void>();

  constructor(
    private readonly projects: ReadonlyMap<string, InMemoryProject>,
    private readonly clock: Clock,
  ) {}

  async put(command: Command): Promise<boolean> {
    const devices = [...this.projects.values()].flatMap((project) => project.devices);
    if (!devices.some((device) => isOf(device)(command))) return false;
    this.commands.push(command);
    for (const onCommands of this.#listeners) onCommands(command.deviceId);
    return true;
  }

  async of(
    devices: readonly CommandsWanted[],
    { each, all }: { readonly each: number; readonly all: number },
  ): Promise<PendingCommand[]> {
    const wanted = devices.flatMap((device) =>
      this.#waiting()
        .filter(isOf(device))
        .filter(({ name }) => device.names === null || device.names.includes(name))
        .slice(0, each),
    );
    const asked = new Set(wanted);
    return this.#waiting()
      .filter((command) => asked.has(command))
      .slice(0, all)
      .map((command) => this.#pending(command));
  }

  async markDelivered(commands: readonly CommandKey[]): Promise<void> {
    this.#remove(({ commandId }) => commands.some((command) => command.commandId === commandId));
  }

  async handOut(
    { limit, after }: { readonly limit: number; readonly after?: CommandKey | undefined },
    deliver: (commands: readonly PendingCommand[]) => Promise<readonly PendingCommand[]>,
  ): Promise<number> {
    const keyOf = ({ companyId, commandId }: CommandKey) => `${companyId} ${commandId}`;
    const commands = this.#waiting()
      .filter((command) => after === undefined || keyOf(command) > keyOf(after))
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      .slice(0, limit)
      .map((command) => this.#pending(command));
    if (commands.length > 0) await this.markDelivered(await deliver(commands));
    return commands.length;
  }

  async expire(): Promise<number> {
    const now = this.clock.now();
    return this.#remove(({ expiresAt }) => expiresAt <= now);
  }

  async watch(onCommands: (deviceId: string) => void): Promise<{ stop(): Promise<void> }> {
    this.#listeners.add(onCommands);
    return { stop: async () => void this.#listeners.delete(onCommands) };
  }

  #waiting(): Command[] {
    const now = this.clock.now();
    return this.commands.filter(({ expiresAt }) => expiresAt > now);
  }

  #pending({ companyId, commandId, deviceId, name, ...command }: Command): PendingCommand {
    const { createdAt, payload, expiresAt } = command;
    const secondsLeft = Math.ceil((expiresAt.getTime() - this.clock.now().getTime()) / 1_000);
    const message = JSON.stringify({ commandId, createdAt, payload });
    return { companyId, commandId, deviceId, name, message, secondsLeft };
  }

  #remove(isGone: (command: Command) => boolean): number {
    const kept = this.commands.filter((command) => !isGone(command));
    const removed = this.commands.length - kept.length;
    this.commands.splice(0, this.commands.length, ...kept);
    return removed;
  }
}

const isOf =
  ({ companyId, deviceId }: Pick<Command, 'companyId' | 'deviceId'>) =>
  (command: Command) =>
    command.companyId === companyId && command.deviceId === deviceId;
