import type { SharedClock } from '@furrow/kernel';
import { crossing, type Database, queryCrossing, sqlStateOf, type Transaction } from '@furrow/platform';
import {
  type Command,
  CommandOutbox,
  PendingCommands,
  type PendingCommand,
} from '../../application/ports.ts';

const CHANNEL = 'telemetry_commands';

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

/** The outbox for the gateway, which serves devices of all companies. */
export class TypeormPendingCommands extends PendingCommands {
  constructor(
    private readonly database: Database,
    private readonly clock: SharedClock,
  ) {
    super();
  }

  override async of(
    devices: readonly { readonly companyId: string; readonly deviceId: string }[],
    limit: number,
  ): Promise<PendingCommand[]> {
    if (devices.length === 0) return [];
    const now = await this.clock.now();
    return this.database.system((tx) =>
      tx.query<PendingCommand>(PENDING, [
        now,
        limit,
        devices.map(({ companyId }) => companyId),
        devices.map(({ deviceId }) => deviceId),
      ]),
    );
  }

  override async markDelivered(
    commands: readonly { readonly companyId: string; readonly commandId: string }[],
  ): Promise<void> {
    if (commands.length === 0) return;
    await this.database.system((tx) => mark(tx, commands));
  }

  /** The row locks last as long as the delivery; they are released if the process dies. */
  override async handOut(
    limit: number,
    deliver: (commands: readonly PendingCommand[]) => Promise<readonly PendingCommand[]>,
  ): Promise<number> {
    const now = await this.clock.now();
    return this.database.system(async (tx) => {
      const commands = await oldest(tx, now, limit);
      const delivered = commands.length > 0 ? await deliver(commands) : [];
      if (delivered.length > 0) await mark(tx, delivered);
      return commands.length;
    });
  }

  override async expire(): Promise<number> {
    const now = await this.clock.now();
    return this.database.system((tx) => tx.change(EXPIRE, [now]));
  }

  override watch(onCommands: (deviceId: string) => void): Promise<{ stop(): Promise<void> }> {
    return this.database.listen(CHANNEL, onCommands);
  }
}

/** In one order over all companies; on a Citus, which locks rows of one company at a time, company by company. */
async function oldest(tx: Transaction, now: Date, limit: number): Promise<PendingCommand[]> {
  if (!tx.isDistributed) return queryCrossing(tx, OLDEST, [now, limit]);
  const commands: PendingCommand[] = [];
  for (const { companyId } of await tx.query<{ companyId: string }>(WAITING_COMPANIES, [now])) {
    if (commands.length >= limit) break;
    const left = limit - commands.length;
    commands.push(...(await queryCrossing<PendingCommand>(tx, OLDEST, [now, left], companyId)));
  }
  return commands;
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
           'payload', c.payload)::text AS message,
         ceil(extract(epoch FROM c.expires_at - $1::timestamptz))::int AS "secondsLeft"`;

const WAITS = 'c.delivered_at IS NULL AND c.expired_at IS NULL AND c.expires_at > $1';

const OLDEST = crossing(
  'oldest_commands',
  2,
  (of) => `${COLUMNS}
    FROM telemetry.commands c
   WHERE ${WAITS} ${of('c')}
   ORDER BY c.command_id
   LIMIT $2
     FOR UPDATE SKIP LOCKED`,
);

const WAITING_COMPANIES = `
  SELECT c.company_id AS "companyId" FROM telemetry.commands c
   WHERE ${WAITS}
   GROUP BY c.company_id ORDER BY min(c.command_id::text)`;

const PENDING = `${COLUMNS}
    FROM unnest($3::uuid[], $4::text[]) AS d (company_id, device_id)
    JOIN telemetry.commands c ON c.company_id = d.company_id AND c.device_id = d.device_id
   WHERE ${WAITS}
   ORDER BY c.command_id
   LIMIT $2`;

const EXPIRE = `
  UPDATE telemetry.commands SET expired_at = $1
   WHERE delivered_at IS NULL AND expired_at IS NULL AND expires_at <= $1`;

/** The constraint's name is read from the message, because a Citus tells it nowhere else, followed by the shard's number. */
const NAMES_DEVICE = /commands_device(_\d+)?\b/;

function isUnknownDevice(error: unknown): boolean {
  return sqlStateOf(error) === '23503' && NAMES_DEVICE.test((error as Error).message);
}
