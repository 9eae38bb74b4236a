import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@furrow/testbed';
import { Browser, FieldPage } from '@furrow/testbed/browser';
import { BIN, type Picker, type PickingFarm } from './picking-farm.ts';
import { pageScript } from './page-script.ts';

type Boss = PickingFarm['bosses'][number];
const SCREEN = { width: 360, height: 740, isDark: false };

/** Of a bucket: what several share has six decimals. */
export const MILLIONTHS = 1_000_000;

/** What a phone has done, as its user saw it. */
export interface Done {
  kills: number;
  records: number;
  voids: number;
  /** Scans of a badge that the phone did not know. */
  unknown: number;
  /** Scans that it could not store. */
  refused: number;
  shared: number;
  /** How often it was full while it had signal. */
  full: number;
  /** Scans that a kill came before, so that the user scanned again. */
  again: number;
  /** Milliseconds from the scan to the new total on the screen. */
  readonly waits: number[];
}

/** A phone in Chromium that counts what a crew brings, with a user who believes what the screen says. */
export class PickingPhone {
  readonly done: Done = {
    ...{ kills: 0, records: 0, voids: 0, unknown: 0, refused: 0, shared: 0, full: 0, again: 0, waits: [] },
  };
  /** The buckets of each worker, in millionths. */
  readonly millionths = new Map<string, number>();
  #total = 0;
  #isOffline = false;
  #aheadMs = 0;

  private constructor(
    private browser: Browser,
    private page: FieldPage,
    readonly boss: Boss,
    private readonly url: string,
  ) {}

  /** Signs in, and goes on until everything is on the phone that it needs without signal. */
  static async open(url: string, boss: Boss, badges: number, aheadMs: number): Promise<PickingPhone> {
    const browser = await Browser.open();
    const phone = new PickingPhone(browser, new FieldPage(browser, url), boss, url);
    phone.#aheadMs = aheadMs;
    await browser.prepend(pageScript(aheadMs));
    await phone.page.signIn(boss.idpId);
    await until('the roster is on the phone', () =>
      browser.value<boolean>(`(async () => {
        const { active } = await navigator.serviceWorker.ready;
        const opening = indexedDB.open('furrow-field-${boss.userId}');
        const database = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
        const read = (name) => new Promise((done) => {
          const asking = database.transaction('documents').objectStore('documents').get('office/' + name);
          asking.onsuccess = () => done(asking.result?.content.content.length ?? 0);
        });
        const counts = [];
        for (const name of ['projects', 'containers', 'pickers', 'badges']) counts.push(await read(name));
        database.close();
        return active !== null && counts.join() === '1,1,${badges},${badges}';
      })()`),
    );
    return phone;
  }

  /** Without signal, opens the session of the day. */
  async begin(): Promise<void> {
    await this.setOffline(true);
    // The service worker controls pages that are opened after it was installed.
    await this.kill();
    await this.page.press(this.boss.sector);
    await this.page.waitForNumber('session-total', 0);
  }

  /** What the phone's clock shows. */
  setClock(time: number): void {
    this.#aheadMs = Math.round(time - Date.now());
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.#isOffline = isOffline;
    await this.browser.setOffline(isOffline);
  }

  /** Whether the phone can store anything, until its tab ends. */
  async setFull(isFull: boolean): Promise<void> {
    await this.#do(`day.isFull = ${isFull}`);
    if (isFull) this.done.full++;
  }

  /** Ends the tab and opens the app again, on the screen for counting. */
  async kill(): Promise<void> {
    this.browser = await this.browser.killTab();
    this.done.kills++;
    this.page = new FieldPage(this.browser, this.url);
    await this.browser.prepend(pageScript(this.#aheadMs));
    await this.browser.look(SCREEN);
    await this.browser.setOffline(this.#isOffline);
    await this.page.open('/count');
  }

  async scan(picker: Picker, isTyped: boolean): Promise<void> {
    this.done.waits.push(await this.#do<number>(this.#scan(picker, isTyped)));
    this.#counted(picker);
  }

  /** The tab ends while it counts: the user looks whether the bucket is in the total, and scans again if not. */
  async scanAndKill(picker: Picker, isTyped: boolean, afterMs: number): Promise<void> {
    void this.#do(this.#scan(picker, isTyped)).catch(() => undefined);
    await sleep(afterMs);
    await this.kill();
    const total = await this.#shownTotal();
    if (total === this.#total + 1) this.#counted(picker);
    else {
      this.#expect(total);
      this.done.again++;
      await this.scan(picker, isTyped);
    }
  }

  /**
   * Several bring a bucket together.
   * @param killAfterMs when the tab ends meanwhile: the user looks whether the bucket is in the total, and goes on if not
   */
  async share(pickers: readonly Picker[], isTyped: boolean, killAfterMs?: number): Promise<void> {
    const crew = JSON.stringify(pickers.map(({ badge, name }) => ({ badge, name })));
    const script = `day.share(${crew}, ${isTyped ? 'undefined' : JSON.stringify(BIN)}, ${this.#total + 1})`;
    if (killAfterMs !== undefined) {
      void this.#do(script).catch(() => undefined);
      await sleep(killAfterMs);
      await this.kill();
    }
    if (killAfterMs === undefined || (await this.#shownTotal()) !== this.#total + 1) {
      if (killAfterMs !== undefined) this.done.again++;
      await this.#do(script);
    }
    await this.browser.value('day.alone()');
    this.#total++;
    this.done.records++;
    this.done.shared++;
    const ids = pickers.map(({ id }) => id).sort();
    const part = Math.floor(MILLIONTHS / ids.length);
    ids.forEach((id, i) => this.#add(id, part + (i < MILLIONTHS - part * ids.length ? 1 : 0)));
  }

  /** A badge that the office has given out since the phone heard from it: the user chooses the worker. */
  async scanUnknown(picker: Picker): Promise<void> {
    const { spare, name } = picker;
    await this.#do(`day.scanUnknown(${JSON.stringify(spare)}, ${JSON.stringify(name)}, ${this.#total + 1})`);
    this.done.unknown++;
    this.#counted(picker);
  }

  /** Takes back the last record of a worker, which was a scan too many. */
  async takeBack(picker: Picker): Promise<void> {
    await this.#do(`day.takeBack(${JSON.stringify(picker.name)}, ${this.#total - 1})`);
    this.#total--;
    this.done.voids++;
    this.#add(picker.id, -MILLIONTHS);
  }

  /** The phone stores nothing for one scan, which it has to refuse. */
  async scanWithoutSpace(picker: Picker): Promise<void> {
    await this.browser.value('day.isFull = true');
    this.#expect(await this.#do<number>(`day.scanRefused(${JSON.stringify(picker.badge)})`));
    await this.browser.value('day.isFull = false');
    this.done.refused++;
    await this.scan(picker, false);
  }

  /** Everything is in the office, and the screen of Day end says so. */
  async close(): Promise<{
    readonly agrees: boolean;
    readonly rows: Awaited<ReturnType<FieldPage['rows']>>;
  }> {
    await this.page.go('/day-end');
    await this.page.waitForText('Phone and office agree');
    const rows = await this.page.rows();
    const agrees = (await this.page.number('on-phone')) === 0;
    await this.page.press('Close the session');
    await this.page.press('Yes, close it');
    await this.untilSent();
    return { agrees, rows };
  }

  onPhone(): Promise<number> {
    return this.page.number('on-phone');
  }

  async untilSent(): Promise<void> {
    await until('nothing is unsent', async () => (await this.onPhone()) === 0, 180_000);
  }

  async end(): Promise<void> {
    await this.browser.close();
  }

  /** Has the page do something, by the clock as it is set. */
  #do<Result>(script: string): Promise<Result> {
    return this.browser.value<Result>(`(day.aheadMs = ${this.#aheadMs}, ${script})`);
  }

  /** Before it has read what is stored, the screen shows no total. */
  #shownTotal(): Promise<number> {
    return until('the total is shown', async () => {
      const total = await this.page.number('session-total');
      return Number.isNaN(total) ? undefined : { total };
    }).then(({ total }) => total);
  }

  #scan({ badge }: Picker, isTyped: boolean): string {
    return `day.scan(${JSON.stringify(badge)}, ${isTyped}, ${this.#total + 1})`;
  }

  #expect(total: number): void {
    if (total !== this.#total)
      throw new Error(`${this.boss.idpId} shows ${total} buckets in place of ${this.#total}`);
  }

  #counted(picker: Picker): void {
    this.#total++;
    this.done.records++;
    this.#add(picker.id, MILLIONTHS);
  }

  #add(id: string, millionths: number): void {
    this.millionths.set(id, (this.millionths.get(id) ?? 0) + millionths);
  }
}
