import { newId } from '@furrow/kernel';
import type { Project, Sector } from '../application/ports.ts';
import type { ContainerState, Owner, PriceState } from '../domain/index.ts';
import { anOwner, fresh } from './builders.ts';

/** The objects of a company that production refers to: projects, sectors, workers and qualities. */
export interface Farm {
  readonly companyId: string;
  /** Of its money; two decimals without one. */
  readonly currency?: string | null;
  readonly owner: Owner;
  /** Another user of the company. */
  readonly colleague: Owner;
  readonly project: Project;
  readonly sectors: readonly [Sector, Sector];
  readonly workers: readonly [Named, Named, Named];
  readonly qualities: readonly [Named, Named];
  /** None without them. */
  readonly badges?: readonly HeldBadge[];
  readonly containers?: readonly ContainerState[];
  readonly prices?: readonly PriceState[];
}

/** That a worker has a badge. */
export interface HeldBadge {
  readonly code: string;
  readonly workerId: string;
  readonly from: Date;
  readonly until: Date | null;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A farm in Santiago; its project pays 120 a kg, for 12 hours and 48 of grace. */
export function aFarm(project: Partial<Project> = {}): Farm {
  const projectId = newId();
  const sector = (name: string): Sector => ({
    sectorId: newId(),
    projectId,
    name,
    crop: 'Cherry',
    variety: 'Lapins',
    active: true,
  });
  const named = (name: string): Named => ({ id: newId(), name: fresh(name) });
  return {
    companyId: newId(),
    owner: anOwner(),
    colleague: anOwner(),
    project: {
      projectId,
      timezone: 'America/Santiago',
      active: true,
      samplingUnit: 'kg',
      pricePerUnit: '120',
      maxDurationHours: 12,
      syncGraceHours: 48,
      repeatSeconds: null,
      harvestGuard: 'warn',
      ...project,
    },
    sectors: [sector('N1'), sector('N2')],
    workers: [named('Luis'), named('Rosa'), named('Juan')],
    qualities: [named('Export'), named('Domestic')],
  };
}
