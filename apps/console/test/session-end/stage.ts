import { clientScript } from '../console-outbox.ts';
import type { Browser } from '@furrow/testbed/browser';
import type { FarmFile, ProvisionedFarm } from '@furrow/testbed/farms';
import type { ConsolePage, Json, System } from '@furrow/testbed/system';

/** A farm after a morning's work, whose users' sessions end. */
export interface SessionEndStage {
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
  /** Another tab, until the test ends. */
  readonly newTab: () => Promise<ConsolePage>;
  /** The page shows how to sign in, and nothing of anybody. */
  readonly showsNothing: () => Promise<void>;
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
