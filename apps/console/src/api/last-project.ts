import type { Project } from './places.ts';

const keyOf = (userId: string) => `furrow-project-${userId}`;

/** Remembers on this device which project a user has chosen. */
export const rememberProject = (userId: string, projectId: string): void =>
  localStorage.setItem(keyOf(userId), projectId);

/** The project that a user chose last, else the one with the most recent data, else the first. */
export function projectFor(userId: string, projects: readonly Project[]): Project | undefined {
  const chosen = localStorage.getItem(keyOf(userId));
  return projects.find(({ projectId }) => projectId === chosen) ?? latestOf(projects);
}

/** The project with the most recent data. */
export const latestOf = (projects: readonly Project[]): Project | undefined =>
  projects.toSorted((a, b) => (b.lastDataAt ?? '').localeCompare(a.lastDataAt ?? ''))[0];
