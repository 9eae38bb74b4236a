/** By what the harvest of a range is summed. */
export const HARVEST_GROUPINGS = ['sector', 'variety', 'quality', 'worker', 'week', 'container'] as const;
export type HarvestGrouping = (typeof HARVEST_GROUPINGS)[number];
