import { type Database, sqlStateOf } from '@furrow/database';
import type { Command, CommandOutbox } from '../../../application/ports.ts';
import { CommandRow } from '../rows.ts';

/** Announces the device of each new command. */
export const CHANNEL = 'telemetry_commands';

/** The outbox for one company. */
export class TypeormCommandOutbox implements CommandOutbox {
  constructor(private readonly database: Database) {}

  async put(command: Command): Promise<boolean> {
    const row = { ...command, payload: JSON.stringify(command.payload ?? null) };
    try {
      await this.database.tenant(command.companyId, (tx) =>
        Promise.all([
          tx.manager.insert(CommandRow, row),
          // Sent when the transaction commits.
          tx.query('SELECT pg_notify($1, $2)', [CHANNEL, command.deviceId]),
        ]),
      );
      return true;
    } catch (error) {
      if (isUnknownDevice(error)) return false;
      throw error;
    }
  }
}

/** The constraint's name is read from the message, because a Citus tells it nowhere else, followed by the shard's number. */
const NAMES_DEVICE = /commands_device(_\d+)?\b/;

function isUnknownDevice(error: unknown): boolean {
  return sqlStateOf(error) === '23503' && NAMES_DEVICE.test((error as Error).message);
}
