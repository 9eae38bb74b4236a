import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '@furrow/testbed';
import { iotTokenOf } from './device.ts';
import { newMark } from './farm-file.ts';
import { Farm } from './farm.ts';
import { publishReadings } from './readings.ts';
import { Stage } from './stage.ts';

/** Two companies on one installation: one is attacked, the other attacks. Each has data of every kind. */
export class TwoCompanies {
  private constructor(
    readonly stage: Stage,
    readonly acme: Farm,
    readonly rival: Farm,
    /** A token of a device that was revoked after it was issued. */
    readonly goneToken: string,
  ) {}

  /** @param settings more environment variables of the services */
  static async make(say: (line: string) => void, settings: Environment = {}): Promise<TwoCompanies> {
    say('Starting PostgreSQL, the API and the gateway …');
    const [ours, theirs] = [newMark('acme'), newMark('rival')];
    const stage = await Stage.open([ours, theirs], settings);
    try {
      say('Creating two farms …');
      const [acme, rival] = [await Farm.provision(stage, ours), await Farm.provision(stage, theirs)];
      for (const farm of [acme, rival]) await publishReadings(farm);
      const goneToken = await iotTokenOf(acme, 'gone');
      await revoke(stage, acme);
      // Waits until the short-lived tokens have expired.
      await sleep(Math.max(0, acme.tokensExpireAt - Date.now()));
      return new TwoCompanies(stage, acme, rival, goneToken);
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  /** The same with the roles changed: valid requests and credentials are then those of the attacking company. */
  get reversed(): TwoCompanies {
    return new TwoCompanies(this.stage, this.rival, this.acme, this.goneToken);
  }

  /** Texts that belong to one of the companies and may be read by neither the other nor strangers. */
  get secrets(): string[] {
    return [...this.acme.secrets, ...this.rival.secrets];
  }
}

async function revoke(stage: Stage, farm: Farm): Promise<void> {
  await stage.operator.ask('token', 'revoke', farm.ids.apiTokens['gone']?.keyId ?? '');
  await stage.operator.ask('device', 'revoke', farm.deviceId('gone'));
}
