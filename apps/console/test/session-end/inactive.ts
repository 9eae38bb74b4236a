import { expect, it } from '@jest/globals';
import { NOBODY, putUnsent, type SessionEndStage } from './stage.ts';
import { until } from '@furrow/testbed';
import type { ConsolePage, Json } from '@furrow/testbed/system';

/** A user who is made inactive, or gets another role, while the console is open. */
export function inactiveInABrowser(stage: () => SessionEndStage): void {
  /** Applies the farm file with one user changed, and as it was in the end. */
  const during = async (name: string, change: object, work: () => Promise<unknown>) => {
    const { farm, file, system } = stage();
    const users = (file['users'] as Json[]).map((user) =>
      user.idpId === farm.idpId(name) ? { ...user, ...change } : user,
    );
    await system.provision({ ...file, users });
    try {
      await work();
    } finally {
      const active = (file['users'] as Json[]).map((user) => ({ status: 'active', ...user }));
      await system.provision({ ...file, users: active });
    }
  };
  const saysInactive = async (page: ConsolePage, title: string) => {
    await until('it says so', async () =>
      (await page.browser.text('main.entrance .state-title')).startsWith(title),
    );
    expect(await page.count('data, .menu, .account, canvas, .map')).toBe(0);
  };
  const keys = () =>
    stage().browser.value<string[]>(`caches.keys().then(async (names) => {
      const caches_ = await Promise.all(names.map((name) => caches.open(name)));
      return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().map(({ url }) => new URL(url).pathname);
    })`);

  it('says on open screens that the user is inactive, and deletes what is stored', async () => {
    const { browser, farm, newTab, page, payRunId, screens, system } = stage();
    await page.signIn(farm.idpId('ada'));
    const paths = [screens[0]!, screens[1]!, `/pay/${payRunId}`];
    const shown = [page, await newTab(), await newTab()].map((one, at) => ({ page: one, path: paths[at]! }));
    for (const one of shown) await one.page.open(one.path);
    await until('an answer is stored', async () => (await page.keptAnswers()) !== '[]');
    const flaws: string[] = [];
    await during('ada', { status: 'inactive' }, async () => {
      // Nothing is done on these pages; the stream of events ends.
      for (const one of shown) await saysInactive(one.page, 'You no longer have access to the farm.');
      await until('nothing is stored', async () => (await page.keptAnswers()) === '[]');
      for (const [at, one] of shown.entries()) {
        const [language, title] = at % 2 === 0 ? ['en', 'You no longer'] : ['es', 'Ya no'];
        await one.page.browser.goTo(`${system.url}/console${one.path}?lang=${language}&again`);
        await saysInactive(one.page, title);
        flaws.push(...(await one.page.flaws()));
      }
      expect((await keys()).filter((cached) => !cached.startsWith('/console/'))).toEqual([]);
    });
    expect(flaws).toEqual([]);
    await browser.click('main.entrance button');
    await browser.text('main.entrance .people');
  });

  it('forgets in every tab, and says what was not sent', async () => {
    const { browser, farm, newTab, page, session } = stage();
    await page.signIn(farm.idpId('ana'));
    const other = await newTab();
    await other.open('/scouting');
    const userId = farm.ids.users[farm.idpId('ana')]!;
    await putUnsent(browser, userId, farm.recordBody(session.sessionId, NOBODY, { units: 1 }));
    await during('ana', { status: 'inactive' }, async () => {
      for (const tab of [browser, other.browser])
        expect(await tab.text('main.entrance .state-title')).toContain('no longer have access');
      await until('it is said what was not sent', async () => {
        const notices = [browser, other.browser].map((tab) => tab.text('main.entrance .state'));
        return (await Promise.all(notices))
          .join()
          .includes('1 item that had not been sent was deleted with it.');
      });
      expect(await page.outbox(userId)).toBe('[]');
      expect(await page.keptAnswers()).toBe('[]');
    });
  });

  it('is not the end for a user in another role, who is told which screens are not theirs', async () => {
    const { browser, farm, page, payRunId } = stage();
    await page.signIn(farm.idpId('ada'), `/pay/${payRunId}`);
    await until('the run is stored', async () => (await page.keptAnswers()).includes('"statements"'));
    await during('ada', { role: 'agronomist' }, async () => {
      await until('the screen is not hers', async () => (await page.count('main data')) === 0);
      expect(await browser.text('.state p')).toContain('not for your role');
      expect(await browser.text('.account-name')).toBe('ada of clara');
      await until(
        'nothing of pay is stored',
        async () => !(await page.keptAnswers()).includes('"statements"'),
      );
    });
  });
}
