import type { Database } from '@furrow/database';
import type { MediaStore } from '@furrow/media';
import type { Calendar } from './calendar.ts';
import { SeasonClock } from './season-clock.ts';

/** The ids of the demo farm, as `furrow apply --json` prints them. */
export interface AppliedFarm {
  readonly companyId: string;
  readonly users: Readonly<Record<string, string>>;
  readonly projects: Readonly<Record<string, string>>;
  readonly sectors: Readonly<Record<string, string>>;
  readonly qualities: Readonly<Record<string, string>>;
  readonly forms: Readonly<Record<string, string>>;
  readonly tasks: Readonly<Record<string, string>>;
}

export interface Person {
  readonly userId: string;
  readonly idpId: string;
}

export interface Place {
  readonly projectId: string;
  readonly sectorId: string;
}

/** What every part of the season is made with. */
export class SeasonFarm {
  readonly clock: SeasonClock;

  constructor(
    readonly database: Database,
    readonly media: MediaStore,
    readonly calendar: Calendar,
    private readonly applied: AppliedFarm,
  ) {
    this.clock = new SeasonClock(calendar.now);
  }

  /** The same farm at a clock of its own, for work beside other work. */
  beside(): SeasonFarm {
    return new SeasonFarm(this.database, this.media, this.calendar, this.applied);
  }

  get companyId(): string {
    return this.applied.companyId;
  }

  /** @param name the part of the idpId after the bar */
  user(name: string): Person {
    const idpId = `demo|${name}`;
    return { userId: known(this.applied.users, idpId), idpId };
  }

  project(key: string): string {
    return known(this.applied.projects, key);
  }

  /** @param path such as `vega/v1` */
  place(path: string): Place {
    const [project = ''] = path.split('/');
    return { projectId: this.project(project), sectorId: known(this.applied.sectors, path) };
  }

  quality(key: string): string {
    return known(this.applied.qualities, key);
  }

  form(key: string): string {
    return known(this.applied.forms, key);
  }

  task(key: string): string {
    return known(this.applied.tasks, key);
  }
}

function known(ids: Readonly<Record<string, string>>, name: string): string {
  const id = ids[name];
  if (id === undefined) throw new Error(`The demo farm has no ${name}.`);
  return id;
}
