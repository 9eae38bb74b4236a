import { about, anyObject, listOf, named, success } from '../openapi/schema.ts';

const items = (description: string) => about(listOf(anyObject), description);

/** The members of each item are those of docs/farm-file.md, which libs/farm-file declares. */
const farm = named(
  'FarmFile',
  'What a company declares about itself, in the words of the farm file: `furrow apply` accepts it as it is.',
  {
    company: about(anyObject, 'Key, name, time zone and currency', {
      ...{ key: 'acme', name: 'Acme Farms', timezone: 'America/Santiago', currency: 'CLP' },
    }),
    users: items('The people who sign in'),
    projects: items('With their sectors and outlines'),
    workerOptions: about(anyObject, 'Positions, types of employment and states of workers', {
      ...{ position: ['harvester'], employment_type: ['seasonal'], status: ['active', 'inactive'] },
    }),
    qualities: items('Qualities of what is picked'),
    forms: items('Forms with their fields'),
    tasks: items('Task forms that somebody has to fill in'),
    devices: items('Stations, probes and valves, without secrets'),
    apiTokens: items('The tokens of programs, without credentials'),
    payPolicies: items('How work is paid, from a day on'),
    alerts: items('Rules of which an alert is raised'),
  },
);

export const FARM_FILE = success(farm);
