import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { DEMO_FARM, PROGRAMS } from '../processes/programs.ts';
import { PLAIN_ENVIRONMENT } from '../processes/service-process.ts';
import { Client, type Json } from '../system/client.ts';
import type { System } from '../system/system.ts';
import type { AppliedIds, ProvisionedFarm } from '../farms/farm.ts';

/** The demo farm of `npm start` in the system of a test, where the program of `npm start` makes its season. */
export class DemoFarm {
  private constructor(
    private readonly system: System,
    private readonly farm: ProvisionedFarm,
  ) {}

  /** Applies the farm file, with a token for every report. */
  static async applied(system: System): Promise<DemoFarm> {
    const file: Json = parse(readFileSync(DEMO_FARM, 'utf8'));
    file.apiTokens.push({ name: 'all', scopes: ['read:production', 'read:phytosanitary'] });
    return new DemoFarm(system, await system.provision(file));
  }

  static async withSeason(system: System, end?: string): Promise<DemoFarm> {
    const farm = await DemoFarm.applied(system);
    await farm.makeSeason(end);
    return farm;
  }

  get ids(): AppliedIds {
    return this.farm.ids;
  }

  /** @param name such as `mateo` */
  as(name: string): Client {
    return this.system.user(`demo|${name}`);
  }

  /** A program that may read every report. */
  get program(): Client {
    return new Client(this.system.url, { 'x-api-key': this.ids.apiTokens['all']!.credential });
  }

  /** The program, running. @param end when the season ends; now by default */
  startSeason(end?: string): ChildProcess {
    const env = { ...PLAIN_ENVIRONMENT, ...this.system.environmentOfApi };
    const child = spawn(process.execPath, [PROGRAMS.demo, ...(end === undefined ? [] : [end])], {
      env,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    child.stdin.on('error', () => undefined); // it may have been killed
    child.stdin.end(JSON.stringify(this.ids));
    return child;
  }

  async makeSeason(end?: string): Promise<void> {
    const program = this.startSeason(end);
    let told = '';
    program.stderr?.on('data', (text) => (told += String(text)));
    const [code] = (await once(program, 'close')) as [number | null];
    if (code !== 0) throw new Error(`The season ended with ${code}: ${told}`);
  }
}
