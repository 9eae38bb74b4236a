import { until } from '../until.ts';
import type { Browser } from './browser.ts';

const PHONE = { width: 360, height: 740 };

const IS_OPEN_FOR_SIGNED_IN = `fetch('/api/console/session').then((answer) => answer.json()).then(({ data }) =>
  document.querySelector('.user-menu summary')?.getAttribute('aria-label')?.includes(data.user.name) ?? false)`;

/** A function of the page that types a code as a scanner does which nobody has pointed at a field. */
export const SCANNER = `(code) => {
  document.activeElement?.blur();
  // The keys of a scanner have the time at which they came, those of a script when it made them: the machine may be busy.
  const timeStamp = { value: performance.now() };
  for (const key of [...code, 'Enter']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    document.body.dispatchEvent(Object.defineProperty(event, 'timeStamp', timeStamp));
  }
}`;

/** The field app in a browser, as a person uses it. */
export class FieldPage {
  constructor(
    readonly browser: Browser,
    /** The API's address. */
    readonly url: string,
  ) {}

  /** Signs in on the page that lists all users, on a phone. */
  async signIn(idpId: string, path = '/count'): Promise<void> {
    await this.browser.look({ ...PHONE, isDark: false });
    const returnTo = encodeURIComponent(`/field${path}?lang=en`);
    await this.browser.goTo(`${this.url}/api/console/sign-in?returnTo=${returnTo}`);
    await this.browser.click(`form[action*="${encodeURIComponent(idpId)}"] button`);
    await this.waitFor(path);
    // On a busy machine the office may answer too late for the app, which then opens for whoever used the phone before.
    await until('the phone is open for whoever signed in', async () => {
      if (await this.browser.value<boolean>(IS_OPEN_FOR_SIGNED_IN).catch(() => false)) return true;
      await this.open(path);
      return false;
    });
  }

  async open(path: string, language = 'en'): Promise<void> {
    await this.browser.goTo(`${this.url}/field${path}?lang=${language}`);
    await this.waitFor(path);
  }

  async waitFor(path: string): Promise<void> {
    const stands = `location.pathname === ${JSON.stringify(`/field${path}`)} && document.querySelector('main h1') !== null
      && document.querySelector('main[aria-busy], main [aria-busy="true"]') === null`;
    await until(`${path} stands`, () => this.browser.value<boolean>(stands).catch(() => false)).catch(
      async (error: unknown) => {
        const shown = await this.browser.value<string>(`location.href + ' ' + document.body?.innerText`);
        throw new Error(`${path} shows ${shown}; ${this.browser.errors.join()}`, { cause: error });
      },
    );
  }

  /** Presses the button or link that has a text. */
  async press(text: string, within = 'body'): Promise<void> {
    const found = `[...document.querySelectorAll(${JSON.stringify(`${within} :is(button, a, summary)`)})]
      .find(({ innerText, disabled }) => innerText.includes(${JSON.stringify(text)}) && !disabled)`;
    await until(`there is ${text}`, () =>
      this.browser.value<boolean>(`${found} !== undefined`).catch(() => false),
    ).catch(async (error: unknown) => {
      throw new Error(`No ${text} in ${await this.text()}`, { cause: error });
    });
    await this.browser.value(`${found}.click()`);
  }

  /** Chooses a screen of the menu. */
  async go(path: string): Promise<void> {
    await this.browser.click(`.menu a[href$="${path}"]`);
    await this.waitFor(path);
  }

  /** Sets a field or a choice, as React hears it. */
  async set(selector: string, value: string): Promise<void> {
    await this.browser.text(selector);
    await this.browser.value(`{
      const field = document.querySelector(${JSON.stringify(selector)});
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(value)});
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    }`);
  }

  /** Types a code into the field for it, and Enter. */
  async scan(code: string): Promise<void> {
    await this.browser.text('[data-testid="scan-input"]');
    await this.browser.value(`document.querySelector('[data-testid="scan-input"]').focus()`);
    await this.browser.enter(code);
  }

  /** What a scanner types that nobody has pointed at a field: a few milliseconds from key to key. */
  async burst(code: string): Promise<void> {
    await this.browser.value(`(${SCANNER})(${JSON.stringify(code)})`);
  }

  number(testId: string): Promise<number> {
    return this.browser.value<number>(
      `Number(document.querySelector('[data-testid="${testId}"]')?.value ?? NaN)`,
    );
  }

  async waitForNumber(testId: string, value: number): Promise<void> {
    await until(`${testId} is ${value}`, async () => (await this.number(testId)) === value).catch(
      async (error: unknown) => {
        throw new Error(`${testId} is ${await this.number(testId)}: ${await this.text()}`, { cause: error });
      },
    );
  }

  async waitForText(text: string): Promise<void> {
    await until(`it shows ${text}`, async () => (await this.text()).includes(text)).catch(
      async (error: unknown) => {
        throw new Error(`No ${text} in ${await this.text()}; ${this.browser.errors.join()}`, {
          cause: error,
        });
      },
    );
  }

  text(): Promise<string> {
    return this.browser.value<string>('document.body.innerText');
  }

  /** The rows of Day end: by worker, the sums of the phone and of the office. */
  rows(): Promise<{ workerId: string; phone: number; office: number | null }[]> {
    return this.browser
      .value(`[...document.querySelectorAll('[data-testid="worker-row"]')].map(({ dataset }) => ({
      workerId: dataset.workerId, phone: Number(dataset.phone), office: dataset.office === '' ? null : Number(dataset.office),
    }))`);
  }
}
