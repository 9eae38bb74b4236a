import type { Browser, FieldPage } from '@furrow/testbed/browser';
import type { ProvisionedFarm } from '@furrow/testbed/farms';
import type { Json, System } from '@furrow/testbed/system';

/** What the parts of the tests share: one phone, of a supervisor who has counted with it. */
export interface Stage {
  readonly system: System;
  readonly farm: ProvisionedFarm;
  readonly browser: Browser;
  readonly page: FieldPage;
  readonly workers: readonly Json[];
  /** Ends the tab in the middle of whatever it does, and opens the app in another one, which is the stage's from now on. */
  readonly killTab: (network: { readonly isOffline: boolean }) => Promise<void>;
}

/** What a document of a user on the phone says; undefined while it is not there. */
export const documentOf = <Content>({ browser, farm }: Stage, user: string, name: string) =>
  browser.value<Content | undefined>(`(async () => {
    const name = 'furrow-field-${farm.ids.users[farm.idpId(user)]}';
    // To open a database that is not there would make it.
    if (!(await indexedDB.databases()).some((one) => one.name === name)) return undefined;
    return new Promise((done) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => {
        const asking = opening.result.transaction('documents').objectStore('documents').get(${JSON.stringify(name)});
        asking.onsuccess = () => (opening.result.close(), done(asking.result?.content));
      };
    });
  })()`);
