import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import { type ApplyOptions, type Declared, declaredIn, Reconciliation } from '@furrow/kernel/declarations';
import {
  type DeclaredPrice,
  declaredPrice,
  type PriceDeclaration,
  priceKey,
  type PriceState,
} from '../../domain/index.ts';
import type { ContainerRepository, QualityRepository } from '../ports.ts';
import type { PriceRepository } from './price-repository.ts';

/** Applies the prices of the farm file. Sessions that follow prices are worth what these say from then on. */
export class ApplyPrices {
  constructor(
    private readonly prices: PriceRepository,
    private readonly qualities: QualityRepository,
    private readonly containers: ContainerRepository,
  ) {}

  /**
   * @param prune takes those out of use that the file leaves out
   * @throws ValidationFailed naming every wrong member, such as `prices[0].price`, and both of two that overlap equally
   */
  async execute(declared: readonly DeclaredPrice[], options: ApplyOptions): Promise<void> {
    const known = new Map((await this.prices.all()).map((price) => [priceKey(price), price]));
    const listed = declaredIn('prices', await this.#withQualities(declared), priceKey);
    const file = new Reconciliation(options, overlapsIn(listed));
    const { added, changed } = file.reconcile(known, firstOfEach(listed), {
      declare: (declaration, before) => {
        const price = declaredPrice(declaration);
        return before && isSame(before, price) ? before : price;
      },
      deactivate: (price) => (price.active ? { ...price, active: false } : price),
    });
    file.assertValid();
    const saved = [...added, ...changed];
    if (saved.length > 0) await this.prices.save(saved);
  }

  /** @throws ValidationFailed for qualities and containers that the company does not have */
  async #withQualities(declared: readonly DeclaredPrice[]): Promise<PriceDeclaration[]> {
    const [ids, containers] = await Promise.all([
      this.qualities.idsOf(declared.flatMap(({ quality }) => quality?.trim() || [])),
      this.containers.byKeys(declared.flatMap(({ container }) => container?.trim() || [])),
    ]);
    const problems: FieldProblem[] = [];
    const check = (index: number, member: 'quality' | 'container', name: string, isKnown: boolean) => {
      if (name !== '' && !isKnown)
        problems.push({ field: `prices[${index}].${member}`, message: `names no ${member}: "${name}"` });
    };
    const placed = declared.map(({ quality, ...price }, index): PriceDeclaration => {
      const [named, container] = [quality?.trim() ?? '', price.container?.trim() ?? ''];
      check(index, 'quality', named, ids.has(named));
      check(index, 'container', container, containers.has(container));
      return { ...price, qualityId: ids.get(named) ?? null };
    });
    if (problems.length > 0) throw new ValidationFailed(problems);
    return placed;
  }
}

type Listed = readonly Declared<PriceDeclaration>[];

const pathsOf = (listed: Listed) => new Map(listed.toReversed().map(({ key, path }) => [key, path]));

function firstOfEach(listed: Listed): Declared<PriceDeclaration>[] {
  const first = pathsOf(listed);
  return listed.filter(({ key, path }) => first.get(key) === path);
}

function overlapsIn(listed: Listed): FieldProblem[] {
  const first = pathsOf(listed);
  return listed.flatMap(({ key, path }) => {
    const other = first.get(key);
    if (other === undefined || other === path) return [];
    const message = `overlaps ${other}: from the same day on, both name the same unit, project, crop, variety, quality and container`;
    return [{ field: `${path}.validFrom`, message }];
  });
}

const isSame = (a: PriceState, b: PriceState): boolean =>
  (Object.keys(b) as (keyof PriceState)[]).every((member) => a[member] === b[member]);
