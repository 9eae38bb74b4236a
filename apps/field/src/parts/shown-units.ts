/** As many decimals as somebody reads at a glance; shares have six. */
export const shownUnits = (units: number): number => Math.round(units * 1_000) / 1_000;
