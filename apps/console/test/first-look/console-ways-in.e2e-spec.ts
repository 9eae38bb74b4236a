import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DESK, PHONE } from '../console-looks.ts';
import { describeIf, until } from '@furrow/testbed';
import { Browser, isChromiumHere } from '@furrow/testbed/browser';
import { aFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type ApiProcess, ConsolePage, OpenIdProvider, System } from '@furrow/testbed/system';

const BUTTON = '.sign-in a.button';

let system: System;
let farm: ProvisionedFarm;
let provider: OpenIdProvider;
let api: ApiProcess;
let browser: Browser;
let page: ConsolePage;

describeIf(
  isChromiumHere(),
  'chromium',
  'the landing page of an installation with an identity provider',
  () => {
    beforeAll(async () => {
      system = await System.shared();
      farm = await system.provision(aFarm('door'));
      provider = await OpenIdProvider.listen();
      api = await system.another(provider.environment);
      await provider.serve(api.url);
      browser = await Browser.open();
      page = new ConsolePage(browser, api.url);
    });
    afterAll(async () => {
      await browser?.close();
      await api?.end();
      await provider?.stop();
      await system?.stop();
    });

    it.each([
      ['a phone at night', PHONE, true],
      ['a desk', DESK, false],
    ])('offers one button on %s, and nobody to choose', async (_, width, isDark) => {
      await browser.look({ width, isDark });
      await browser.goTo(`${api.url}/console/climate?lang=en`);
      await browser.text(BUTTON);
      const ways = await browser.value<string[]>(
        `[...document.querySelectorAll('.sign-in :is(a, button, input, select)')].map(({ innerText }) => innerText.trim())`,
      );
      expect(ways).toEqual(['Sign in']);
      expect(await page.flaws()).toEqual([]);
    });

    it('leads to the provider, and from there to the screen that was asked for', async () => {
      await browser.goTo(`${api.url}/console/climate?lang=en`);
      await browser.click(BUTTON);
      await until('the provider asks who it is', () =>
        browser
          .value<boolean>(
            `location.origin === '${provider.issuer}' && document.querySelector('[name=login]') !== null`,
          )
          .catch(() => false),
      );
      await browser.value(`document.querySelector('[name=login]').value = '${farm.idpId('ana')}',
      document.querySelector('[name=password]').value = 'any', document.querySelector('form').requestSubmit()`);
      await page.waitFor('/climate');
      expect(await browser.text('.top')).toContain('ana of door');
    });
  },
);
