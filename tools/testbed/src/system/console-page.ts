import type { Browser } from '../browser/browser.ts';
import { until } from '../until.ts';
import { violationsOn } from './axe.ts';

/** Those of `axe.getRules(['cat.color'])` that it applies by itself: the other one is for level AAA. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

const found = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`;

/** The console in a browser, as a person uses it. */
export class ConsolePage {
  constructor(
    readonly browser: Browser,
    /** The API's address. */
    readonly url: string,
  ) {}

  /** Signs in on the page that lists all users, which opens a screen. */
  async signIn(idpId: string, path = '/today'): Promise<void> {
    const returnTo = encodeURIComponent(`/console${path}?lang=en`);
    await this.browser.goTo(`${this.url}/api/console/sign-in?returnTo=${returnTo}`);
    await this.browser.click(`form[action*="${encodeURIComponent(idpId)}"] button`);
    await this.waitFor(path);
  }

  /** Opens a screen and waits until all its parts are rendered and have no pending requests. */
  async open(path: string, language = 'en'): Promise<void> {
    await this.browser.goTo(`${this.url}/console${path}?lang=${language}`);
    await this.waitFor(path, language);
  }

  /** Waits until a screen is open, with all of its parts. */
  async waitFor(path: string, language = 'en'): Promise<void> {
    const stands = `document.readyState === 'complete' && location.pathname === ${JSON.stringify(`/console${path}`)}
      && document.documentElement.lang === ${JSON.stringify(language)}
      && document.querySelector('main h1') !== null && document.querySelector('main[aria-busy], .loading') === null`;
    // A page that navigates meanwhile, as when another user signs in, cannot be asked.
    const asked = () => this.browser.value<boolean>(stands).catch(() => false);
    await until(`${path} stands`, asked).catch(async (error: unknown) => {
      const shown = await this.browser.value<string>(`location.href + ' ' + document.body?.innerText`);
      throw new Error(`${path} shows ${shown}`, { cause: error });
    });
  }

  /** Every number in a part of the page, as the API sent it. */
  figures(selector: string): Promise<number[]> {
    return this.browser.value(
      `[...document.querySelectorAll(${JSON.stringify(`${selector} data`)})].map(({ value }) => Number(value))`,
    );
  }

  count(selector: string): Promise<number> {
    return this.browser.value(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
  }

  /** Types text into an empty field. */
  async fill(selector: string, text: string): Promise<void> {
    await this.browser.text(selector);
    await this.browser.value(`${found(selector)}.focus(), ${found(selector)}.select()`);
    await this.browser.type(text);
  }

  /** Chooses an action from the menu of a row. */
  async act(row: string, action: string): Promise<void> {
    await this.browser.click(`${row} .row-menu`);
    await until(`the menu has ${action}`, () =>
      this.browser.value<boolean>(`{
        const items = [...document.querySelectorAll('.menu-panel:popover-open [role="menuitem"]')];
        const item = items.find(({ innerText }) => innerText.trim() === ${JSON.stringify(action)});
        item?.click();
        item !== undefined
      }`),
    );
  }

  /** Sets a field that is not a text, such as a choice or a date. */
  async set(selector: string, value: string): Promise<void> {
    await this.browser.text(selector);
    await this.browser.value(`(() => {
      const field = ${found(selector)};
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(value)});
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    })()`);
  }

  /** Violations of WCAG and axe's best practices, and whether the page is wider than its screen. */
  async flaws(): Promise<string[]> {
    const wrong = await violationsOn(this.browser);
    if (await this.isWiderThanItsScreen()) wrong.push('it is wider than its screen');
    return wrong;
  }

  /** Violations of the rules about colours on a page that `flaws` has examined in the other theme. */
  flawsOfColours(): Promise<string[]> {
    return violationsOn(this.browser, { runOnly: RULES_OF_COLOURS });
  }

  /** How much of what stood on the screen has jumped since it was opened (cumulative layout shift); up to 0.1 is good. */
  layoutShift(): Promise<number> {
    return this.browser.value(`new Promise((done) => {
      let shift = 0;
      const add = (list) => list.getEntries().forEach((one) => (shift += one.hadRecentInput ? 0 : one.value));
      const observer = new PerformanceObserver(add);
      observer.observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() => setTimeout(() => (add({ getEntries: () => observer.takeRecords() }), done(shift))));
    })`);
  }

  /** Downloads every file that the screen links to; again if the machine's network changes meanwhile. */
  files(): Promise<{ readonly href: string; readonly status: number }[]> {
    return this.browser.value(`{
      const load = async (href, attempts = 5) => {
        try {
          const answer = await fetch(href);
          await answer.arrayBuffer();
          return { href, status: answer.status };
        } catch (error) {
          if (attempts === 1) throw error;
          return load(href, attempts - 1);
        }
      };
      Promise.all([...document.querySelectorAll('.exports a')].map(({ href }) => load(href)))
    }`);
  }

  isWiderThanItsScreen(): Promise<boolean> {
    return this.browser.value('document.documentElement.scrollWidth > document.documentElement.clientWidth');
  }

  /** Has the page store its answers at once, as when it is hidden. */
  async storeAnswers(): Promise<void> {
    await this.browser.value(`{
      let state = 'hidden';
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
      state = 'visible';
      document.dispatchEvent(new Event('visibilitychange'));
      delete document.visibilityState;
    }`);
    // It reads after what is being written.
    await this.keptAnswers();
  }

  /** The answers stored in the browser, as text. */
  keptAnswers(): Promise<string> {
    return this.#stored('furrow-console', 'answers');
  }

  /** What a user has in the outbox, as text. */
  outbox(userId: string): Promise<string> {
    return this.#stored(`furrow-console-${userId}`, 'entries');
  }

  #stored(database: string, store: string): Promise<string> {
    return this.browser.value(`new Promise((done, failed) => {
      const opening = indexedDB.open('${database}');
      opening.onerror = failed;
      opening.onsuccess = () => {
        const reading = opening.result.transaction('${store}').objectStore('${store}').getAll();
        reading.onerror = failed;
        reading.onsuccess = () => {
          opening.result.close();
          done(JSON.stringify(reading.result));
        };
      };
    })`);
  }
}
