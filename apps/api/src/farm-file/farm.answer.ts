import type { ChangedFarm } from '@furrow/farm-file';
import * as s from '../openapi/schema.ts';
import { FARM_CHANGE } from '../openapi/farm-change.ts';
import { wholeExample } from '../openapi/whole-example.ts';
import { STATED_FARM } from './stated-farm.ts';

const farm = s.schemaOf<object>({
  title: 'FarmFile',
  description:
    'What a company declares about itself, in the words of the farm file: `furrow apply` accepts it as it is.',
  ...STATED_FARM,
});
export const FARM_FILE = s.success(farm);

// A change is validated by libs/farm-file. An empty section may be null, as in a farm file.
const { company: _, ...sections } = STATED_FARM.properties ?? {};
const optional = Object.fromEntries(
  Object.entries(sections).map(([name, section]) => {
    const { description = '' } = section;
    const part = section.items
      ? s.about(s.listOf(s.anyObject), description)
      : s.about(s.anyObject, description, wholeExample(section) as object);
    return [`${name}?`, s.orNull(part)];
  }),
);
export const FARM_CHANGES = s.named('FarmFileChanges', 'A farm file, whole or in part.', {
  'company?': s.about(s.anyObject, 'May be left out; its key cannot change', { name: 'Acme Farms' }),
  ...optional,
});

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
