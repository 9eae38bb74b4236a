import { useLingui } from '@lingui/react/macro';

/** Kinds of items of the farm file. */
export function useKindNames(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    company: t`Company`,
    project: t`Project`,
    sector: t`Sector`,
    quality: t`Quality`,
    price: t`Price`,
    container: t`Container`,
    payPolicy: t`Pay policy`,
    payRate: t`Rate per hour`,
    user: t`Person`,
    workerOption: t`Option of workers`,
    form: t`Form`,
    device: t`Device`,
    worker: t`Worker`,
  };
}

/** Members of the farm file, by their paths. */
export function useMemberNames(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    ...{ name: t`Name`, timezone: t`Time zone`, currency: t`Currency`, status: t`Status` },
    ...{ crop: t`Crop`, variety: t`Variety`, boundary: t`Outline` },
    'defaults.samplingUnit': t`Unit that is counted`,
    'defaults.pricePerUnit': t`Price per unit`,
    'defaults.maxDurationHours': t`A session lasts at most, in hours`,
    'defaults.syncGraceHours': t`Phones may send later, in hours`,
    'defaults.repeatSeconds': t`Possible repeat within, in seconds`,
    'defaults.harvestGuard': t`In a sector that is closed to the harvest`,
    ...{ email: t`E-mail`, role: t`Role`, picture: t`Picture`, idpId: t`Identity` },
    ...{
      validFrom: t`Valid from`,
      hourlyRate: t`Rate per hour`,
      nonproductiveRate: t`Rate of other work per hour`,
    },
    'minimumWage.amount': t`Minimum wage`,
    'minimumWage.per': t`Minimum wage is`,
    ...{ minimumWageBasis: t`Minimum compared over`, restBreaks: t`Rest breaks` },
    'overtime.weeklyHours': t`Overtime after hours of a week`,
    'overtime.dailyHours': t`Overtime after hours of a day`,
    'overtime.premium': t`Overtime premium, as a share of the rate`,
    ...{ workweekStartsOn: t`Workweek starts on`, fixedBonus: t`Fixed bonus of a session is shared` },
    ...{ unit: t`Unit`, units: t`Units of a full one`, tare: t`Weight of an empty one` },
    ...{ min: t`Least that one holds`, max: t`Most that one holds`, price: t`Price` },
    ...{ field: t`Field`, value: t`Value`, type: t`For`, subtype: t`About`, fields: t`Fields` },
    ...{ 'access.roles': t`Who sees it`, 'access.users': t`People who see it` },
    ...{ project: t`Project`, quality: t`Quality`, container: t`Container`, worker: t`Worker` },
    ...{ first_name: t`First name`, last_name: t`Last name`, hire_date: t`Hired on` },
    ...{ position: t`Position`, employment_type: t`Employment`, document_id: t`Document` },
    ...{ phone: t`Phone`, group: t`Group` },
  };
}

/** The name of a member by its path; of a member of a form’s field `field: member`. */
export function useMemberName(): (member: string) => string {
  const { t } = useLingui();
  const names = useMemberNames();
  const ofField: Readonly<Record<string, string>> = {
    ...{ label: t`Label`, type: t`Type`, required: t`Required`, hint: t`Hint`, decimals: t`Decimals` },
    ...{ options: t`Options`, optionLabels: t`Labels of the options`, min: t`At least`, max: t`At most` },
    ...{ relevant: t`Asked if`, constraint: t`Must be`, constraintMessage: t`Otherwise it says` },
  };
  return (path) => {
    const [list, field, ...rest] = path.split('.');
    if (list !== 'fields' || field === undefined) return names[path] ?? path;
    const member = rest.at(-1) ?? '';
    const language = rest[0] === 'translations' && rest.length > 1 ? ` (${rest[1]})` : '';
    return `${field}${language}: ${ofField[member] ?? member}`;
  };
}
