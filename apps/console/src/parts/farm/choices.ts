import { useLingui } from '@lingui/react/macro';

/** What the values of members with few values mean, by member. */
export function useChoices(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const { t } = useLingui();
  return {
    status: { active: t`in use`, inactive: t`out of use`, invited: t`invited` },
    'defaults.harvestGuard': {
      warn: t`warns whoever opens a session`,
      block: t`refuses the session`,
      off: t`does nothing`,
    },
    'minimumWage.per': { hour: t`per hour`, day: t`per day` },
    minimumWageBasis: { shift: t`shift`, day: t`day`, workweek: t`workweek`, period: t`whole period` },
    type: { monitoring: t`monitoring`, task: t`tasks` },
    workweekStartsOn: {
      ...{ monday: t`Monday`, tuesday: t`Tuesday`, wednesday: t`Wednesday`, thursday: t`Thursday` },
      ...{ friday: t`Friday`, saturday: t`Saturday`, sunday: t`Sunday` },
    },
    fixedBonus: { equal: t`in equal parts`, by_units: t`by units` },
    restBreaks: { none: t`are not paid`, average: t`are paid at the average rate of the workweek` },
    field: {
      position: t`Position`,
      employment_type: t`Type of employment`,
      status: t`State of a worker`,
      group: t`Group`,
    },
  };
}

/** The same for a field of choices. */
export const optionsOf = (choices: Readonly<Record<string, string>> | undefined) =>
  Object.entries(choices ?? {}).map(([value, label]) => ({ value, label }));
