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
    'defaults.harvestGuard': t`In a sector that is closed to the harvest`,
    ...{ email: t`E-mail`, role: t`Role`, picture: t`Picture`, idpId: t`Identity` },
    ...{
      validFrom: t`Valid from`,
      hourlyRate: t`Rate per hour`,
      nonproductiveRate: t`Rate of other work per hour`,
    },
    'minimumWage.amount': t`Minimum wage`,
    'minimumWage.per': t`Minimum wage per`,
    ...{ minimumWageBasis: t`Minimum compared over`, restBreaks: t`Rest breaks` },
    'overtime.weeklyHours': t`Overtime after hours of a week`,
    'overtime.dailyHours': t`Overtime after hours of a day`,
    'overtime.premium': t`Overtime premium, as a share of the rate`,
    ...{ workweekStartsOn: t`Workweek starts on`, fixedBonus: t`Fixed bonus` },
    ...{ unit: t`Unit`, units: t`Units of a full one`, tare: t`Weight of an empty one` },
    ...{ min: t`Least that one holds`, max: t`Most that one holds`, price: t`Price` },
    ...{ field: t`Field`, value: t`Value` },
    ...{ project: t`Project`, quality: t`Quality`, container: t`Container`, worker: t`Worker` },
    ...{ first_name: t`First name`, last_name: t`Last name`, hire_date: t`Hired on` },
    ...{ position: t`Position`, employment_type: t`Employment`, document_id: t`Document` },
    ...{ phone: t`Phone`, group: t`Group` },
  };
}
