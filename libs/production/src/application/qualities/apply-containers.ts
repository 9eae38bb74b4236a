import { type ApplyOptions, declaredIn, Reconciliation } from '@furrow/kernel/declarations';
import { type ContainerDeclaration, type ContainerState, declaredContainer } from '../../domain/index.ts';
import type { ContainerRepository } from '../ports.ts';

/** Applies the containers of the farm file. Records keep theirs. */
export class ApplyContainers {
  constructor(private readonly containers: ContainerRepository) {}

  /**
   * @param prune takes those out of use that the file leaves out
   * @throws ValidationFailed naming every wrong member, such as `containers[0].tare`
   */
  async execute(declared: readonly ContainerDeclaration[], options: ApplyOptions): Promise<void> {
    const known = new Map((await this.containers.all()).map((container) => [container.key, container]));
    const file = new Reconciliation(options);
    const { added, changed } = file.reconcile(
      known,
      declaredIn('containers', declared, ({ key }) => key),
      {
        declare: (declaration, before) => {
          const container = declaredContainer(declaration);
          return before && isSame(before, container) ? before : container;
        },
        deactivate: (container) => (container.active ? { ...container, active: false } : container),
      },
    );
    file.assertValid();
    const saved = [...added, ...changed];
    if (saved.length > 0) await this.containers.save(saved);
  }
}

const isSame = (a: ContainerState, b: ContainerState): boolean =>
  (Object.keys(b) as (keyof ContainerState)[]).every((member) => a[member] === b[member]);
