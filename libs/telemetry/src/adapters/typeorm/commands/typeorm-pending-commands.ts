import type { SharedClock } from '@furrow/kernel';
import { type Database, lockedTogether, queryCrossing, type Transaction } from '@furrow/database';
import { type BackOff, FaultIsolation } from '@furrow/jobs';
import type {
  CommandKey,
  CommandsWanted,
  PendingCommands,
  PendingCommand,
} from '../../../application/ports.ts';
import {
  EXPIRE,
  EXPIRED,
  MARK,
  NEXT,
  PENDING,
  PENDING_ON_NODES,
  WAITING_COMPANIES,
} from './pending-commands-sql.ts';
import { CHANNEL } from './typeorm-command-outbox.ts';

/** What is expired in one transaction. */
const EXPIRED_AT_ONCE = 500;
const FIRST: CommandKey = {
  companyId: '00000000-0000-0000-0000-000000000000',
  commandId: '00000000-0000-0000-0000-000000000000',
};

export interface PendingCommandsOptions {
  /** Writes into the log. */
  readonly report?: (message: string) => void;
  readonly expiredAtOnce?: number;
  readonly backOff?: BackOff;
}

/** The outbox for the gateway, which serves devices of all companies. */
export class TypeormPendingCommands implements PendingCommands {
  readonly #expiring: FaultIsolation<CommandKey>;
  readonly #expiredAtOnce: number;

  constructor(
    private readonly database: Database,
    private readonly clock: SharedClock,
    { report = () => undefined, expiredAtOnce = EXPIRED_AT_ONCE, backOff }: PendingCommandsOptions = {},
  ) {
    this.#expiredAtOnce = expiredAtOnce;
    this.#expiring = new FaultIsolation<CommandKey>({
      ...{ database, report, keyOf: ({ commandId }) => commandId, companyOf: ({ companyId }) => companyId },
      describe: ({ companyId, commandId }) =>
        `Command ${commandId} of company ${companyId} cannot be expired`,
      ...(backOff && { backOff }),
    });
  }

  async of(
    devices: readonly CommandsWanted[],
    limits: { readonly each: number; readonly all: number },
  ): Promise<PendingCommand[]> {
    const wanted = devices.flatMap(({ companyId, deviceId, names }) =>
      (names ?? [null]).map((name) => ({ companyId, deviceId, name })),
    );
    if (wanted.length === 0) return [];
    const parameters = [
      ...[await this.clock.now(), limits.all],
      ...[wanted.map(({ companyId }) => companyId), wanted.map(({ deviceId }) => deviceId)],
      wanted.map(({ name }) => name),
    ];
    return this.database.system((tx) =>
      tx.isDistributed
        ? tx.query<PendingCommand>(PENDING_ON_NODES, parameters)
        : tx.query<PendingCommand>(PENDING, [...parameters, limits.each]),
    );
  }

  async markDelivered(commands: readonly CommandKey[]): Promise<void> {
    if (commands.length === 0) return;
    await this.database.system((tx) => mark(tx, commands));
  }

  /** The row locks last as long as the delivery; they are released if the process dies. */
  async handOut(
    { limit, after = FIRST }: { readonly limit: number; readonly after?: CommandKey | undefined },
    deliver: (commands: readonly PendingCommand[]) => Promise<readonly PendingCommand[]>,
  ): Promise<number> {
    const now = await this.clock.now();
    return this.database.system(async (tx) => {
      const commands = await next(tx, now, limit, after);
      const delivered = commands.length > 0 ? await deliver(commands) : [];
      if (delivered.length > 0) await mark(tx, delivered);
      return commands.length;
    });
  }

  async expire(): Promise<number> {
    const now = await this.clock.now();
    let count = 0;
    for (let after = FIRST; ;) {
      const expired = await this.database.system((tx) =>
        tx.query<CommandKey>(EXPIRED, [now, this.#expiredAtOnce, after.companyId, after.commandId]),
      );
      for (const { company, items } of lockedTogether(this.database, expired))
        await this.#expiring.run(items, async (them) => {
          const done = await this.#expire(them, now, company);
          count += done;
        });
      const last = expired.at(-1);
      if (last === undefined || expired.length < this.#expiredAtOnce) return count;
      after = last;
    }
  }

  watch(onCommands: (deviceId: string) => void): Promise<{ stop(): Promise<void> }> {
    return this.database.listen(CHANNEL, onCommands);
  }

  async #expire(commands: readonly CommandKey[], now: Date, company?: string): Promise<number> {
    const rows = await this.database.system((tx) =>
      queryCrossing(tx, EXPIRE, [now, ...arraysOf(commands)], company),
    );
    return rows.length;
  }
}

/** On a Citus, which locks rows of one company at a time, company by company. */
async function next(tx: Transaction, now: Date, limit: number, after: CommandKey): Promise<PendingCommand[]> {
  const position = [after.companyId, after.commandId];
  if (!tx.isDistributed) return queryCrossing(tx, NEXT, [now, limit, ...position]);
  const commands: PendingCommand[] = [];
  const companies = await tx.query<{ companyId: string }>(WAITING_COMPANIES, [now, limit, ...position]);
  for (const { companyId } of companies) {
    if (commands.length >= limit) break;
    const left = limit - commands.length;
    commands.push(...(await queryCrossing<PendingCommand>(tx, NEXT, [now, left, ...position], companyId)));
  }
  return commands;
}

async function mark(tx: Transaction, commands: readonly CommandKey[]): Promise<void> {
  await tx.query(MARK, arraysOf(commands));
}

const arraysOf = (commands: readonly CommandKey[]): [string[], string[]] => [
  commands.map(({ companyId }) => companyId),
  commands.map(({ commandId }) => commandId),
];
