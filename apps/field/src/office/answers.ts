import type { components, Furrow } from '@furrow/client';
import type { UserStore } from '../phone/user-store.ts';

type Schemas = components['schemas'];
export type Project = Schemas['DescribedProject'];
export type Sector = Schemas['DescribedSector'];
export type Form = Schemas['Form'];
export type Container = Schemas['Container'];
export type Closure = Schemas['SectorClosure'];
export type Badge = Pick<Schemas['BadgeAssignment'], 'code' | 'workerId' | 'from' | 'until'>;

/** A worker as the phone needs them. */
export interface Picker {
  readonly id: string;
  /** The company's own code, such as `AML0315`. */
  readonly code: string;
  readonly name: string;
  readonly status: string;
  readonly photoUrl: string | null;
  readonly updatedAt: string;
}

/** A part of the last answer of the office, with its instant. */
export interface Answer<Content> {
  readonly content: Content;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Answers {
  readonly projects: readonly Project[];
  readonly pickers: readonly Picker[];
  readonly badges: readonly Badge[];
  readonly containers: readonly Container[];
  readonly forms: readonly Form[];
  readonly closures: readonly Closure[];
}

export type Part = keyof Answers;
const PARTS: readonly Part[] = ['projects', 'pickers', 'badges', 'containers', 'forms', 'closures'];

export type KnownAnswers = { readonly [P in Part]?: Answer<Answers[P]> };

const PAGE_SIZE = 100;

/**
 * Asks the office for every part, and passes on and stores each as it comes.
 * @param take whether it is still wanted: what comes after somebody signed out must not be stored
 * @returns whether the office answered
 */
export async function askedAll(
  furrow: Furrow,
  store: UserStore,
  take: (answers: KnownAnswers) => boolean,
): Promise<boolean> {
  const asking = PARTS.map(async (part) => {
    const content = await asked(furrow, part).catch(() => undefined);
    if (content === undefined) return false;
    const answer = { content, at: Date.now() };
    if (!take({ [part]: answer })) return false;
    // A full phone has it while the page is open.
    await store.write(nameOf(part), answer).catch(() => undefined);
    return true;
  });
  return (await Promise.all(asking)).includes(true);
}

/** Asks the office for a part; undefined where it does not answer, or the user may not see it. */
async function asked(furrow: Furrow, part: Part): Promise<Answers[Part] | undefined> {
  switch (part) {
    case 'projects': {
      const answer = await furrow.GET('/api/console/projects');
      return answer.ok ? (dataOf(answer.body) as readonly Project[]) : undefined;
    }
    case 'pickers':
      return pickersOf(furrow);
    case 'badges':
      return badgesOf(furrow);
    case 'containers': {
      const answer = await furrow.GET('/api/control/production/containers');
      return answer.ok ? (dataOf(answer.body) as readonly Container[]) : undefined;
    }
    case 'forms':
      return formsOf(furrow);
    case 'closures': {
      const answer = await furrow.GET('/api/control/treatments/closures');
      return answer.ok ? (dataOf(answer.body) as readonly Closure[]) : undefined;
    }
  }
}

async function pickersOf(furrow: Furrow): Promise<readonly Picker[] | undefined> {
  const pickers: Picker[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { page, pageSize: PAGE_SIZE };
    const answer = await furrow.GET('/api/control/workers', { params: { query } });
    if (!answer.ok) return undefined;
    const { data, meta } = answer.body as {
      data: readonly Schemas['Worker'][];
      meta: { totalPages: number };
    };
    for (const { id, worker_id: code, full_name: name, status, photo_url, updated_at } of data)
      pickers.push({ id, code, name, status, photoUrl: photo_url, updatedAt: updated_at });
    pages = meta.totalPages;
  }
  return pickers;
}

/** Those that anybody has or had since the phone kept anything; earlier ones are of no use here. */
async function badgesOf(furrow: Furrow): Promise<readonly Badge[] | undefined> {
  const badges: Badge[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { page, pageSize: PAGE_SIZE };
    const answer = await furrow.GET('/api/control/badges', { params: { query } });
    if (!answer.ok) return undefined;
    const { data, meta } = answer.body as { data: readonly Badge[]; meta: { totalPages: number } };
    badges.push(...data.map(({ code, workerId, from, until }) => ({ code, workerId, from, until })));
    pages = meta.totalPages;
  }
  return badges;
}

/** Task forms with the user's tasks, and the others. */
async function formsOf(furrow: Furrow): Promise<readonly Form[] | undefined> {
  const tasks = await furrow.GET('/api/control/forms/getForms', { params: { query: { subtype: 'tasks' } } });
  const others = await furrow.GET('/api/control/forms/getForms');
  if (!tasks.ok || !others.ok) return undefined;
  return [...dataOf(tasks.body), ...dataOf(others.body)] as readonly Form[];
}

const dataOf = (body: object): readonly unknown[] =>
  'data' in body ? (body.data as readonly unknown[]) : [];

/** What was stored on the phone. */
export async function stored(store: UserStore): Promise<KnownAnswers> {
  const found = await Promise.all(
    PARTS.map(async (part) => [part, await store.read<Answer<unknown>>(nameOf(part))] as const),
  );
  return Object.fromEntries(found.filter(([, answer]) => answer !== undefined));
}

const nameOf = (part: Part): string => `office/${part}`;
