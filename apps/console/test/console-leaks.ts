import { expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { type ProvisionedFarm, RECORDS } from '@furrow/testbed/farms';
import type { ConsolePage, Json } from '@furrow/testbed/system';

interface Stage {
  readonly farm: ProvisionedFarm;
  readonly page: ConsolePage;
  readonly session: Json;
  readonly workers: Json[];
}

/** Dozens of changes, one after the other; each takes seconds on a starved machine. */
/** Changes on Today, of which nothing may stay. */
const SOME = 8;
const ROUNDS = 6;
/** Until what waits for an answer or a timer is gone after the last change. */
const ANSWERED_MS = 5_000;

type Held = Record<string, number>;

/** Kinds of which more is held than before, with how many. */
const grownBetween = (before: Held, now: Held): string[] =>
  Object.keys(now)
    .filter((kind) => now[kind]! - before[kind]! > SOME / 2)
    .map((kind) => `${kind}: ${before[kind]}, then ${now[kind]}`);

/** What Today holds while a crew picks, as a supervisor. */
export function leaksInABrowser(stage: () => Stage): void {
  it('holds nothing of what Today showed before', async () => {
    const { farm, page, session, workers } = stage();
    const { browser } = page;
    await page.signIn(farm.idpId('ana'));
    const card = `[aria-labelledby="session-${session.sessionId}"]`;
    await browser.text(card);
    // The page gathers changes for a second before it asks again; a hundredth is enough here.
    await browser.value(`{
        const later = window.setTimeout.bind(window);
        window.setTimeout = (work, ms = 0, ...rest) => later(work, ms === 1_000 ? 10 : ms, ...rest);
        true
      }`);
    const pick = async () => {
      for (let i = 0; i < SOME; i++) {
        const [before] = await page.figures(card);
        const record = farm.recordBody(session.sessionId, workers[0].id, { units: 0.25 });
        await farm.as('ana').post(RECORDS, record);
        await until('Today shows it', async () => (await page.figures(card))[0] === before! + 0.25);
      }
    };
    await pick();
    let held = await browser.held();
    let grown: string[] = [];
    // What is made once, such as formats, does not come again; a leak adds to every round at least its changes.
    for (let round = 0, quiet = 0; round < ROUNDS && quiet < 2; round++) {
      const before = held;
      await pick();
      const isAsBefore = async () => {
        held = await browser.held();
        grown = grownBetween(before, held);
        return grown.length === 0;
      };
      // What waits for an answer or a timer goes by itself, a second or two after the last change; a leak stays.
      await until('no more is held', isAsBefore, ANSWERED_MS).catch(() => undefined);
      quiet = grown.length === 0 ? quiet + 1 : 0;
    }
    expect(grown).toEqual([]);
  });
}
