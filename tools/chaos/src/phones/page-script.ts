import { SCANNER } from '@furrow/testbed/browser';

/** What the driver adds to the page: a clock that can be set, storage that can be full, a scan that says when it is counted. */
export const pageScript = (aheadMs: number): string => `{
  const Real = Date;
  const day = (globalThis.day = { aheadMs: ${aheadMs} });
  globalThis.Date = class extends Real {
    constructor(...parts) {
      super(...(parts.length === 0 ? [Real.now() + day.aheadMs] : parts));
    }
    static now() {
      return Real.now() + day.aheadMs;
    }
  };

  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...parts) {
    if (day.isFull) throw new DOMException('The phone is full.', 'QuotaExceededError');
    return put.apply(this, parts);
  };

  ${DRIVER}
}`;

const DRIVER = `  day.total = () => Number(document.querySelector('[data-testid="session-total"]')?.value ?? NaN);
  const found = (selector, text) =>
    [...document.querySelectorAll(selector)].find(({ innerText }) => innerText.trim().endsWith(text));
  const shown = (text) => document.querySelector('[data-testid="last-scan"]')?.innerText.includes(text);

  // Resolves with what is found, as soon as it is there.
  const until = (what, look) =>
    new Promise((resolve, reject) => {
      const end = (act, value) => (observer.disconnect(), clearTimeout(timer), act(value));
      const check = () => {
        const value = look();
        if (value) end(resolve, value);
      };
      const observer = new MutationObserver(check);
      const timer = setTimeout(
        () => end(reject, new Error('There is no ' + what + ': ' + document.body.innerText)),
        20_000,
      );
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      check();
    });

  const enter = (code, isTyped) => {
    if (isTyped) {
      const input = document.querySelector('[data-testid="scan-input"]');
      input.value = code;
      input.form.requestSubmit();
      return;
    }
    (${SCANNER})(code);
  };

  day.scan = async (code, isTyped, expected) => {
    const began = performance.now();
    enter(code, isTyped);
    await until('total ' + expected, () => day.total() === expected);
    return performance.now() - began;
  };
  day.scanRefused = async (code) => {
    enter(code, false);
    await until('refusal', () => shown('Not stored'));
    return day.total();
  };
  day.scanUnknown = async (code, name, expected) => {
    enter(code, false);
    await until('unknown code', () => shown('Nobody has this code'));
    (await until('choice', () => found('[data-testid="last-scan"] button', 'Choose the worker'))).click();
    (await until(name, () => found('.choose-picker .faces button', name))).click();
    await until('total ' + expected, () => day.total() === expected);
  };
  const several = () => until('choice for several', () => found('.ways button', 'Several share'));
  const isOn = (toggle) => toggle.getAttribute('aria-pressed') === 'true';
  // Goes on where a tab that ended has stopped.
  day.share = async (crew, bin, expected) => {
    if (!isOn(await several())) (await several()).click();
    const isIn = ({ name }) => document.querySelector('[data-testid="sharers"]')?.innerText.includes(name);
    for (const one of crew) {
      if (isIn(one)) continue;
      enter(one.badge, bin === undefined);
      await until(one.name + ' among those who share', () => isIn(one));
    }
    if (bin === undefined) (await until('all of them', () => found('.thumb button', 'for all: ' + crew.length))).click();
    else enter(bin, false);
    await until('total ' + expected, () => day.total() === expected);
  };
  day.alone = async () => {
    if (isOn(await several())) (await several()).click();
    const toggle = await several();
    await until('each alone', () => !isOn(toggle));
  };
  day.takeBack = async (name, expected) => {
    document.querySelector('.card:has(.records)').open = true;
    const line = await until('record of ' + name, () =>
      [...document.querySelectorAll('.records li')].find(
        (one) => one.innerText.includes(name) && one.querySelector('button') !== null,
      ),
    );
    line.querySelector('button').click();
    await until('question', () => line.querySelector('button.bad'));
    line.querySelector('button').click();
    await until('total ' + expected, () => day.total() === expected);
  };
`;
