import type { ChangedFarm } from '@furrow/farm-file';
import * as s from '../openapi/schema.ts';
import { FARM_CHANGE } from '../openapi/farm-change.ts';

const items = (description: string) => s.about(s.listOf(s.anyObject), description);

/** The members of each item are those of docs/farm-file.md, which libs/farm-file declares. */
const SECTIONS = {
  users: items('The people who sign in'),
  projects: items('With their sectors and outlines'),
  workerOptions: s.about(s.anyObject, 'Positions, types of employment, states and groups of workers', {
    ...{ position: ['harvester'], employment_type: ['seasonal'], status: ['active', 'inactive'], group: [] },
  }),
  qualities: items('Qualities of what is picked'),
  containers: items('What units are picked into'),
  prices: items('What a unit is worth, by what it is, from a day on'),
  forms: items('Forms with their fields'),
  tasks: items('Task forms that somebody has to fill in'),
  devices: items('Stations, probes and valves, without secrets'),
  apiTokens: items('The tokens of programs, without credentials'),
  payPolicies: items('How work is paid, from a day on'),
  payRates: items('Hourly rates of workers, positions and groups'),
  projectWages: items('What replaces rates and minimum wages in a project'),
  alerts: items('Rules of which an alert is raised'),
  restRules: items('Rests that heat demands'),
};
const company = s.about(s.anyObject, 'Key, name, time zone and currency', {
  ...{ key: 'acme', name: 'Acme Farms', timezone: 'America/Santiago', currency: 'CLP' },
});
// An empty section may be null, as in a farm file.
const optional = Object.fromEntries(
  Object.entries(SECTIONS).map(([name, schema]) => [`${name}?`, s.orNull(schema)]),
);

const farm = s.named(
  'FarmFile',
  'What a company declares about itself, in the words of the farm file: `furrow apply` accepts it as it is.',
  { company, ...SECTIONS },
);

export const FARM_CHANGES = s.named('FarmFileChanges', 'A farm file, whole or in part.', {
  'company?': s.about(s.anyObject, 'May be left out; its key cannot change', { name: 'Acme Farms' }),
  ...optional,
});
export const FARM_FILE = s.success(farm);

const byName = s.schemaOf<Readonly<Record<string, string>>>({
  type: 'object',
  additionalProperties: { type: 'string' },
});
const names = (of: string) => s.about(byName, of, {});
const changed = s.named('ChangedFarm', 'What a change of the farm did, or in a dry run would do.', {
  version: s.about(s.text, 'The version of the farm, as in `ETag`', 'c0Jm4mFv1mU7o3m5Wn0b3w'),
  changes: s.about(s.listOf(FARM_CHANGE), 'Of each item that the body names or that changed'),
  ids: s.about(
    s.object({
      users: names('Ids by idpId, or by e-mail address where the body names no idpId'),
      projects: names('Ids by key'),
      sectors: names('Ids by `project/sector`'),
      qualities: names('Ids by key'),
      forms: names('Ids by key'),
      tasks: names('Ids by key'),
    }),
    'Ids of what the body names',
  ),
  secrets: s.about(
    s.object({
      devices: names('Secrets of new devices by deviceId'),
      tokens: names('Credentials of new API tokens by name'),
    }),
    'Shown in this response only; none in a dry run',
  ),
  warnings: s.about(
    s.listOf(
      s.about(
        s.text,
        'A warning',
        'devices[0].sector: north has no sector "n9"; ws-01 is placed in the project only',
      ),
    ),
    'What was applied differently from what the body says',
  ),
});
export const CHANGED_FARM = s.success(changed);

export function changedFarmAnswer(
  { version, changes, applied, warnings }: ChangedFarm,
  isKept: boolean,
): s.Value<typeof changed> {
  const { users, projects, sectors, qualities, forms, tasks } = applied;
  const secretsIn = (made: Readonly<Record<string, object>>, member: string) =>
    Object.fromEntries(
      Object.entries(made).flatMap(([name, each]): [string, string][] => {
        const secret = new Map<string, string>(Object.entries(each)).get(member);
        return secret === undefined || !isKept ? [] : [[name, secret]];
      }),
    );
  return {
    ...{ version, changes, warnings },
    ids: { users, projects, sectors, qualities, forms, tasks },
    secrets: {
      devices: secretsIn(applied.devices, 'deviceSecret'),
      tokens: secretsIn(applied.apiTokens, 'credential'),
    },
  };
}
