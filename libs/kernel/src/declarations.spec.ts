import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from './domain-error.ts';
import { declaredIn, Reconciliation } from './declarations.ts';

interface Tree {
  readonly name: string;
  readonly height: number;
}
const grown = { name: 'oak', height: 9 };
const felled = { name: 'elm', height: 0 };
const existing = new Map([grown, { name: 'ash', height: 4 }, felled].map((tree) => [tree.name, tree]));

function reconciled(declarations: readonly Tree[], prune = false) {
  const file = new Reconciliation({ prune });
  const trees = file.reconcile<Tree, Tree>(
    existing,
    declaredIn('trees', declarations, ({ name }) => name),
    {
      declare: (declared, before) => {
        if (declared.height < 0) throw ValidationFailed.of('height', 'must be at least 0');
        return before?.height === declared.height ? before : declared;
      },
      deactivate: (tree) => (tree.height === 0 ? tree : { ...tree, height: 0 }),
    },
    'name',
  );
  return { file, trees };
}

describe('reconciliation', () => {
  it('returns what is added and what is changed, and keeps what is not declared', () => {
    const { file, trees } = reconciled([
      { name: 'oak', height: 9 },
      { name: 'fir', height: 2 },
      { name: 'ash', height: 5 },
    ]);
    file.assertValid();
    expect(trees.added).toEqual([{ name: 'fir', height: 2 }]);
    expect(trees.changed).toEqual([{ name: 'ash', height: 5 }]);
    expect([...trees.declared.keys()]).toEqual(['oak', 'fir', 'ash']);
    expect(trees.declared.get('oak')).toBe(grown);
  });

  it('retires what a pruned file omits, once', () => {
    const { trees } = reconciled([grown], true);
    expect(trees.changed).toEqual([{ name: 'ash', height: 0 }]); // the elm is already retired
  });

  it('reports all problems together, by position, and duplicate keys', () => {
    const { file } = reconciled([
      { name: 'oak', height: -1 },
      { name: 'fir', height: 1 },
      { name: 'fir', height: -2 },
    ]);
    const height = 'must be at least 0';
    expect(() => file.assertValid()).toThrow(
      expect.objectContaining({
        details: [
          { field: 'trees[0].height', message: height },
          { field: 'trees[2].name', message: 'occurs twice' },
          { field: 'trees[2].height', message: height },
        ],
      }),
    );
  });

  it('passes on errors that are not problems of the file', () => {
    const file = new Reconciliation({ prune: false });
    const broken = () => {
      throw new TypeError('a defect');
    };
    const one = declaredIn('trees', [grown], ({ name }) => name);
    expect(() => file.reconcile(existing, one, { declare: broken, deactivate: broken })).toThrow(TypeError);
  });
});
