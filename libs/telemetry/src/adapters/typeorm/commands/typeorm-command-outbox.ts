import { type Database, sqlStateOf } from '@furrow/database';
import { type Command, CommandOutbox } from '../../../application/ports.ts';

/** Announces the device of each new command. */
export const CHANNEL = 'telemetry_commands';

/** The outbox for one company. */
export class TypeormCommandOutbox extends CommandOutbox {
  constructor(private readonly database: Database) {
    super();
  }

  override async put(command: Command): Promise<boolean> {
    const { companyId, commandId, deviceId, name, payload, createdBy, createdAt, expiresAt } = command;
    try {
      await this.database.tenant(companyId, (tx) =>
        Promise.all([
          tx.query(
            `INSERT INTO telemetry.commands
               (company_id, command_id, device_id, name, created_by, created_at, expires_at, payload)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
            [
              ...[companyId, commandId, deviceId, name, createdBy, createdAt, expiresAt],
              JSON.stringify(payload ?? null),
            ],
          ),
          // Sent when the transaction commits.
          tx.query('SELECT pg_notify($1, $2)', [CHANNEL, deviceId]),
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
