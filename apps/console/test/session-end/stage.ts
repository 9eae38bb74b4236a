import { DESK } from '../console-looks.ts';
import { clientScript } from '../console-outbox.ts';
import { aMorningFarm, liveThroughAMorning } from '../morning.ts';
import { Browser } from '@furrow/testbed/browser';
import type { FarmFile, ProvisionedFarm } from '@furrow/testbed/farms';
import { ConsolePage, type Json, type System } from '@furrow/testbed/system';

/** A farm after a morning's work, in a browser. */
export interface MorningStage {
  readonly browser: Browser;
  readonly farm: ProvisionedFarm;
  readonly file: FarmFile;
  readonly page: ConsolePage;
  readonly payRunId: string;
  /** The path of every screen. */
  readonly screens: readonly string[];
  /** The open session of ana. */
  readonly session: Json;
  readonly system: System;
  readonly close: () => Promise<void>;
}

/** A farm whose users' sessions end. */
export interface SessionEndStage extends MorningStage {
  /** Another tab, until the test ends. */
  readonly newTab: () => Promise<ConsolePage>;
  /** The page shows how to sign in, and nothing of anybody. */
  readonly showsNothing: () => Promise<void>;
}

export async function openStage(system: System): Promise<MorningStage> {
  const file = aMorningFarm('clara');
  const farm = await system.provision(file);
  const { payRunId, session, telemetry, workers } = await liveThroughAMorning(system, farm);
  await telemetry.close();
  const hook = { url: 'https://hooks.invalid/', events: ['session.opened'], description: 'To nobody' };
  const { webhookId } = (await farm.as('ada').post('/api/control/webhooks', hook)).data;
  const screens = [
    ...['/today', `/sessions/${session.sessionId}`, '/scouting', '/climate', '/pay', `/pay/${payRunId}`],
    `/pay/${payRunId}/${workers[0].id}`,
    ...['/devices', '/integrations', `/integrations/${webhookId}`],
  ];
  const browser = await Browser.open();
  await browser.look({ width: DESK, isDark: false });
  const page = new ConsolePage(browser, system.url);
  return { browser, close: () => browser.close(), farm, file, page, payRunId, screens, session, system };
}

/** Screens of lists, which show what they know in the same way; they are not walked through in every test. */
export const LISTS = ['/harvest', '/workers', '/forms', '/settings'];

/** A worker of no farm, whose records every server refuses. */
export const NOBODY = '0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e12';

/** Puts a record into a user's outbox, which the page does not send by itself. */
export async function putUnsent(browser: Browser, userId: string, record: Json): Promise<void> {
  await browser.value(`${await clientScript()}
    new FurrowClient.Outbox(
      FurrowClient.createFurrow({ baseUrl: location.origin }),
      new FurrowClient.IndexedDbStore('furrow-console-${userId}'),
    ).add(${JSON.stringify(record)}).then(() => true)`);
}
