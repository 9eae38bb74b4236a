import type { AlertView, WatchedFarm } from '../alert-ports.ts';

/** A rule with the key of its project in the farm file. */
export interface ShownAlert extends AlertView {
  readonly project: string;
}

export async function shownAlerts(farm: WatchedFarm, views: readonly AlertView[]): Promise<ShownAlert[]> {
  const keys = await farm.projectKeys();
  return views.map((view) => ({ ...view, project: keys.get(view.alert.state.projectId) ?? '' }));
}
