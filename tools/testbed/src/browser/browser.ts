import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../until.ts';
import { DevTools } from './dev-tools.ts';

/** The first that is here. The shell is the same engine without the parts of a desktop's browser, for half of the work. */
const PROGRAMS = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium'];
/** A file that is locked while `npm test` installs Chromium, which it does beside the tests. */
const INSTALLING_LOCK = process.env['FURROW_TEST_CHROMIUM'];
const INSTALLING_MS = 180_000;

/** It stays on this machine by itself: what is left that asks for another host is the page. */
const QUIET = [
  ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic'],
  ...['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  ...['--window-size=1280,1000', '--remote-debugging-pipe'],
];

const program = (): string | undefined => PROGRAMS.find((path) => existsSync(path));

export const isChromiumHere = (): boolean => program() !== undefined || INSTALLING_LOCK !== undefined;

/** The program is there before its resources and fonts are in place: it is installed when apt-get has ended. */
function installedProgram(): string | undefined {
  const isUnlocked = () =>
    spawnSync('flock', ['--shared', '--nonblock', INSTALLING_LOCK ?? '', 'true']).status === 0;
  return INSTALLING_LOCK === undefined || isUnlocked() ? program() : undefined;
}

/**
 * Chromium ends all requests, also those to loopback, when a network interface of the machine changes, as containers
 * cause. A page asks again.
 */
const NETWORK_CHANGED = 'net::ERR_NETWORK_CHANGED';

/** From one key to the next. */
const KEY_OF_SCANNER_SECONDS = 0.008;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** A tab of Debian's Chromium, spoken to through a pipe in its DevTools protocol. */
export class Browser {
  /** Addresses that the page asked for. */
  readonly requests: string[] = [];
  /** Errors that its console told, except those of `NETWORK_CHANGED`. */
  readonly errors: string[] = [];

  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    private readonly tools: DevTools,
    private readonly session: string,
    private readonly target: string,
  ) {
    tools.listen(session, (method, params) => this.#take(method, params));
  }

  static async open(): Promise<Browser> {
    const chromium = await until('Chromium is installed', installedProgram, INSTALLING_MS);
    const folder = await mkdtemp(join(tmpdir(), 'furrow-chromium-'));
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const;
    const child = spawn(chromium, [...QUIET, `--user-data-dir=${folder}`], { stdio: [...stdio] });
    return Browser.#tab(child, folder, DevTools.ofPipe(child));
  }

  static async #tab(child: ChildProcess, folder: string, tools: DevTools): Promise<Browser> {
    const { targetId } = await tools.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
    });
    const { sessionId } = await tools.send<{ sessionId: string }>('Target.attachToTarget', {
      ...{ targetId, flatten: true },
    });
    const browser = new Browser(child, folder, tools, sessionId, targetId);
    for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await browser.#send(`${domain}.enable`);
    // Of the processor: what other processes take on the same machine is not the page's.
    await browser.#send('Performance.enable', { timeDomain: 'threadTicks' });
    return browser;
  }

  /** Another tab of the same person, with the same cookies and storage. */
  newTab(): Promise<Browser> {
    return Browser.#tab(this.process, this.folder, this.tools);
  }

  /** Runs a script in every page from now on, before the page's own. */
  async prepend(source: string): Promise<void> {
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  async goTo(url: string): Promise<void> {
    const { errorText } = await this.#send<{ errorText?: string }>('Page.navigate', { url });
    if (errorText) throw new Error(`${url}: ${errorText}`);
  }

  /** The value of an expression in the page, as JSON carries it. */
  value<T>(expression: string): Promise<T> {
    return this.tools.evaluate<T>(expression, this.session);
  }

  /** The text of the first element that a selector finds, once there is one and it is shown. */
  text(selector: string): Promise<string> {
    return until(`the page shows ${selector}`, () =>
      this.value<string | undefined>(`{
        const found = document.querySelector(${JSON.stringify(selector)});
        found && getComputedStyle(found).visibility !== 'hidden' ? found.innerText : undefined
      }`).catch(untilNextDocument),
    ).catch(async (error: unknown) => {
      const shown = await this.value<string>('location.href + "\\n" + document.body?.innerText').catch(
        String,
      );
      throw new Error(`No ${selector} on the page, which shows ${shown}: ${String(error)}`, { cause: error });
    });
  }

  async click(selector: string): Promise<void> {
    await this.text(selector);
    await this.value(`document.querySelector(${JSON.stringify(selector)}).click()`);
  }

  /** Presses the mouse at a place of the page, in pixels of what is seen; with `to` it is dragged there. */
  async pressAt(at: Place, to: Place = at): Promise<void> {
    const mouse = (type: string, { x, y }: Place, buttons: number) =>
      this.#send('Input.dispatchMouseEvent', {
        ...{ type, x, y, buttons, clickCount: 1 },
        button: type === 'mouseMoved' && buttons === 0 ? 'none' : 'left',
      });
    await mouse('mouseMoved', at, 0);
    await mouse('mousePressed', at, 1);
    const halfWay = { x: (at.x + to.x) / 2, y: (at.y + to.y) / 2 };
    if (to !== at) for (const place of [halfWay, to]) await mouse('mouseMoved', place, 1);
    await mouse('mouseReleased', to, 0);
  }

  /** Lets pages know where the device is. */
  async standAt(latitude: number, longitude: number): Promise<void> {
    await this.#send('Browser.grantPermissions', { permissions: ['geolocation'] });
    await this.#send('Emulation.setGeolocationOverride', { latitude, longitude, accuracy: 5 });
  }

  /** How wide a screen is, and how bright. */
  async look(screen: {
    readonly width: number;
    readonly height?: number;
    readonly isDark: boolean;
  }): Promise<void> {
    const { width, height = 900, isDark } = screen;
    await this.#send('Emulation.setDeviceMetricsOverride', {
      ...{ width, height, deviceScaleFactor: 1, mobile: width < 600 },
    });
    const value = isDark ? 'dark' : 'light';
    await this.#send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
  }

  /** Pulls the network of the page, or plugs it in again. */
  async setOffline(isOffline: boolean): Promise<void> {
    const any = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await this.#send('Network.emulateNetworkConditions', { offline: isOffline, ...any });
  }

  /** Loads nothing that matches a pattern, such as `*.js`, not even from a service worker; without patterns all again. */
  async block(...urls: string[]): Promise<void> {
    await this.#send('Network.setBypassServiceWorker', { bypass: urls.length > 0 });
    await this.#send('Network.setBlockedURLs', { urls });
  }

  /** Presses a key, such as `ArrowRight`. */
  async press(key: string): Promise<void> {
    // Only with its code Tab moves the focus, and Escape closes a dialog.
    const windowsVirtualKeyCode = { Tab: 9, Escape: 27 }[key];
    for (const type of ['keyDown', 'keyUp'])
      await this.#send('Input.dispatchKeyEvent', {
        ...{ type, key, code: key },
        ...(windowsVirtualKeyCode !== undefined && { windowsVirtualKeyCode }),
      });
  }

  /** Types a text where the cursor is. */
  async type(text: string): Promise<void> {
    await this.#send('Input.insertText', { text });
  }

  /** The same, and presses Enter. */
  async enter(text: string): Promise<void> {
    await this.type(text);
    const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
    for (const type of ['keyDown', 'keyUp']) await this.#send('Input.dispatchKeyEvent', { type, ...key });
  }

  /** Presses the keys of a text and Enter as fast as a scanner does, by their times, however busy the machine is. */
  async typeKeys(text: string): Promise<void> {
    const began = Date.now() / 1_000;
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
    const keys = [...[...text].map((key) => ({ key, text: key })), enter];
    await Promise.all(
      keys.flatMap(({ text: typed, ...key }, i) => {
        const timestamp = began + i * KEY_OF_SCANNER_SECONDS;
        return [
          this.#send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, text: typed, timestamp }),
          this.#send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, timestamp }),
        ];
      }),
    );
  }

  /** The page as it is seen, or all of it: a PNG. */
  async picture(whole = false): Promise<Buffer> {
    const { data } = await this.#send<{ data: string }>('Page.captureScreenshot', {
      ...{ format: 'png', captureBeyondViewport: whole },
    });
    return Buffer.from(data, 'base64');
  }

  /** The page as it comes on A4 paper: a PDF. */
  async paper(): Promise<Buffer> {
    const { data } = await this.#send<{ data: string }>('Page.printToPDF', {
      ...{ preferCSSPageSize: true, paperWidth: 8.27, paperHeight: 11.69 },
    });
    return Buffer.from(data, 'base64');
  }

  /** Milliseconds of the processor that the page's script has taken since it was opened. */
  async scriptMs(): Promise<number> {
    const { metrics } = await this.#send<{ metrics: { name: string; value: number }[] }>(
      'Performance.getMetrics',
    );
    return 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN);
  }

  /** Bytes that the page's scripts hold, without garbage. */
  async heapBytes(): Promise<number> {
    await this.#send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#send<{ usedSize: number }>('Runtime.getHeapUsage');
    return usedSize;
  }

  /** How many objects, nodes and listeners the page holds, without garbage. */
  async held(): Promise<Record<string, number>> {
    await this.#send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await this.#send<Record<string, number>>('Memory.getDOMCounters');
    return { nodes: nodes ?? NaN, listeners: jsEventListeners ?? NaN, ...(await this.#instances()) };
  }

  async #instances(): Promise<Record<string, number>> {
    const objectGroup = 'instances';
    const { result: prototype } = await this.#send<{ result: { objectId: string } }>('Runtime.evaluate', {
      ...{ expression: 'Object.prototype', objectGroup },
    });
    const { objects } = await this.#send<{ objects: { objectId: string } }>('Runtime.queryObjects', {
      ...{ prototypeObjectId: prototype.objectId, objectGroup },
    });
    const count = `function () {
      const of = ({ prototype }) => this.reduce((sum, one) => sum + prototype.isPrototypeOf(one), 0);
      return { Object: this.length, Array: of(Array), Function: of(Function), Map: of(Map), Promise: of(Promise) };
    }`;
    const { result } = await this.#send<{ result: { value: Record<string, number> } }>(
      'Runtime.callFunctionOn',
      { functionDeclaration: count, objectId: objects.objectId, returnByValue: true },
    );
    await this.#send('Runtime.releaseObjectGroup', { objectGroup });
    return result.value;
  }

  /** Closes this tab alone. */
  async closeTab(): Promise<void> {
    await this.#send('Page.close');
  }

  /**
   * Ends the tab's process in the middle of whatever it does, as a phone does that is short of memory.
   *
   * @returns another tab of the same person
   */
  async killTab(): Promise<Browser> {
    const next = await this.newTab();
    // Neither this call nor those that wait for the page are answered any more.
    void this.#send('Page.crash').catch(() => undefined);
    await this.tools.send('Target.closeTarget', { targetId: this.target });
    return next;
  }

  /** Slows the processor of the page down, so many times. */
  async slowDown(times: number): Promise<void> {
    await this.#send('Emulation.setCPUThrottlingRate', { rate: times });
  }

  /** Ends the browser with all of its tabs. */
  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await ended;
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  #send<T = object>(method: string, params: object = {}): Promise<T> {
    return this.tools.send<T>(method, params, this.session);
  }

  #take(method: string, params: Record<string, unknown>): void {
    if (method === 'Network.requestWillBeSent') {
      this.requests.push((params['request'] as { url: string }).url);
    } else if (method === 'Runtime.exceptionThrown' || isError(method, params)) {
      const error = JSON.stringify(params);
      if (!error.includes(NETWORK_CHANGED)) this.errors.push(error);
    }
  }
}

/** The page went on to another document while a question was on its way to the one before. */
function untilNextDocument(error: Error): undefined {
  if (
    !/target navigated|context was destroyed|Cannot find (default )?(execution )?context/i.test(error.message)
  )
    throw error;
}

/** What a person finds in red in the console, what the page's security policy forbade included. */
function isError(method: string, params: Record<string, unknown>): boolean {
  if (method === 'Runtime.consoleAPICalled') return params['type'] === 'error';
  return method === 'Log.entryAdded' && (params['entry'] as { level: string }).level === 'error';
}
