import { type Database, sqlStateOf, type Transaction } from '@furrow/platform';
import {
  type Command,
  CommandOutbox,
  PendingCommands,
  type PendingCommand,
} from '../../application/ports.ts';

const CHANNEL = 'telemetry_commands';

/** The outbox as a company sees it. */
export class SqlCommandOutbox extends CommandOutbox {
  constructor(private readonly database: Database) {
    super();
  }

  override async put(command: Command): Promise<boolean> {
    const { companyId, commandId, deviceId, name, payload, createdBy, createdAt } = command;
    try {
      await this.database.tenant(companyId, (tx) =>
        Promise.all([
          tx.query(
            `INSERT INTO telemetry.commands (company_id, command_id, device_id, name, payload, created_by, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)`,
            [companyId, commandId, deviceId, name, JSON.stringify(payload ?? null), createdBy, createdAt],
          ),
          // Heard when the transaction is committed, and not before.
          tx.query(`SELECT pg_notify('${CHANNEL}', '')`),
        ]),
      );
      return true;
    } catch (error) {
      if (sqlStateOf(error) === '23503' && constraintOf(error) === 'commands_device') return false;
      throw error;
    }
  }
}

/** The outbox as the gateway sees it: it serves devices of all companies. */
export class SqlPendingCommands extends PendingCommands {
  constructor(private readonly database: Database) {
    super();
  }

  override async of(
    devices: readonly { readonly companyId: string; readonly deviceId: string }[],
    limit: number,
  ): Promise<PendingCommand[]> {
    if (devices.length === 0) return [];
    return this.database.system((tx) =>
      tx.query<PendingCommand>(PENDING, [
        devices.map(({ companyId }) => companyId),
        devices.map(({ deviceId }) => deviceId),
        limit,
      ]),
    );
  }

  override async markDelivered(
    commands: readonly { readonly companyId: string; readonly commandId: string }[],
  ): Promise<void> {
    if (commands.length === 0) return;
    await this.database.system((tx) => mark(tx, commands));
  }

  /** The locks that keep others off last as long as the delivery: a process that dies sets them free. */
  override handOut(
    limit: number,
    deliver: (commands: readonly PendingCommand[]) => Promise<readonly PendingCommand[]>,
  ): Promise<number> {
    return this.database.system(async (tx) => {
      const commands = await tx.query<PendingCommand>(OLDEST, [limit]);
      const delivered = commands.length > 0 ? await deliver(commands) : [];
      if (delivered.length > 0) await mark(tx, delivered);
      return commands.length;
    });
  }

  override watch(onCommands: () => void): Promise<{ stop(): Promise<void> }> {
    return this.database.listen(CHANNEL, onCommands);
  }
}

async function mark(
  tx: Transaction,
  commands: readonly { readonly companyId: string; readonly commandId: string }[],
): Promise<void> {
  await tx.query(
    `UPDATE telemetry.commands c SET delivered_at = now()
       FROM unnest($1::uuid[], $2::uuid[]) AS d (company_id, command_id)
      WHERE c.company_id = d.company_id AND c.command_id = d.command_id AND c.delivered_at IS NULL`,
    [commands.map(({ companyId }) => companyId), commands.map(({ commandId }) => commandId)],
  );
}

const COLUMNS = `
  SELECT c.company_id AS "companyId", c.command_id AS "commandId", c.device_id AS "deviceId", c.name,
         json_build_object(
           'commandId', c.command_id,
           'createdAt', to_char(c.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'payload', c.payload)::text AS message`;

const OLDEST = `${COLUMNS}
    FROM telemetry.commands c
   WHERE c.delivered_at IS NULL
   ORDER BY c.command_id
   LIMIT $1
     FOR UPDATE SKIP LOCKED`;

const PENDING = `${COLUMNS}    FROM unnest($1::uuid[], $2::text[]) AS d (company_id, device_id)
    JOIN telemetry.commands c ON c.company_id = d.company_id AND c.device_id = d.device_id
   WHERE c.delivered_at IS NULL
   ORDER BY c.command_id
   LIMIT $3`;

function constraintOf(error: unknown): string | undefined {
  return (error as { constraint?: string }).constraint;
}
