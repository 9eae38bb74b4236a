import { expect, it } from '@jest/globals';
import type { RestRuleDeclaration } from '../domain/index.ts';
import { aRuleDeclaration } from '../testing/builders.ts';
import { InMemorySafety } from '../testing/in-memory-safety.ts';
import { ApplyRestRules } from './apply-rest-rules.ts';

function applied() {
  const transactions = new InMemorySafety();
  return {
    apply: (declared: readonly RestRuleDeclaration[], prune = false) =>
      transactions.run('acme', ({ rules }) => new ApplyRestRules(rules).execute(declared, { prune })),
    statuses: () =>
      transactions.run('acme', async ({ rules }) =>
        Object.fromEntries((await rules.all()).map(({ key, state }) => [key, state.isActive])),
      ),
  };
}
const [hot, mild] = [aRuleDeclaration('north'), aRuleDeclaration('north', { key: 'mild', above: 30 })];

it('rules that the file leaves out stay, unless it prunes', async () => {
  const { apply, statuses } = applied();
  await apply([hot, mild]);
  await apply([hot]);
  expect(await statuses()).toEqual({ hot: true, mild: true });
  await apply([hot], true);
  expect(await statuses()).toEqual({ hot: true, mild: false });
  await apply([mild]);
  expect(await statuses()).toEqual({ hot: true, mild: true });
});

it('wrong rules are refused together, by their place in the file, and change nothing', async () => {
  const { apply, statuses } = applied();
  const refused = apply([hot, { ...mild, above: 99 }, { ...hot, key: 'cool', restMinutes: 0 }]);
  await expect(refused).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ field: 'restRules[1].above' }, { field: 'restRules[2].restMinutes' }],
  });
  expect(await statuses()).toEqual({});
});
