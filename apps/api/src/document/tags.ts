/** The areas of the reference in reading order, each with its controllers. */
const AREAS: readonly {
  readonly name: string;
  readonly description: string;
  readonly controllers: readonly string[];
}[] = [
  {
    name: 'Projects',
    description:
      'Projects and their sectors, which a phone reads first; and everything else that a company declares.',
    controllers: ['Projects', 'Farm'],
  },
  {
    name: 'Workers',
    description:
      'The people who work, each with a code made of initials and the date of hire, and the badges by which phones know them.',
    controllers: ['Workers', 'Badges'],
  },
  {
    name: 'Sessions',
    description:
      'A session is one crew’s harvest of one sector on one local day. It ends at local midnight or after its maximum ' +
      'duration, and accepts late records for the project’s grace hours after that.',
    controllers: ['Sessions'],
  },
  {
    name: 'Records',
    description:
      'Units that a worker picked. Phones without signal keep records and send them in bulk; the keys of a record make ' +
      'it safe to send it any number of times.',
    controllers: ['Records', 'Corrections', 'Containers', 'Qualities'],
  },
  {
    name: 'Harvest report',
    description: 'Sessions of a range of local days with exact figures per worker, for programs.',
    controllers: ['Harvest', 'HarvestGroups', 'RecordExport'],
  },
  {
    name: 'Shifts',
    description:
      'When workers were at work, and how that time is paid: by the piece, by the hour, or as time that brings no pieces. ' +
      'Phones keep them and send them in bulk, as they do records.',
    controllers: ['Shifts', 'Rest'],
  },
  {
    name: 'Pay',
    description:
      'What each worker is owed, calculated from sessions and shifts by the company’s pay policy. A draft is recalculated on ' +
      'every read; once frozen a run never changes, and later runs correct it.',
    controllers: [
      'PayRuns',
      'PayRunFiles',
      'ComingAdjustments',
      'PayPreview',
      'PayLines',
      'Receipts',
      'WorkerDays',
    ],
  },
  {
    name: 'Forms',
    description: 'What people in the field fill in, with photos, recordings and signatures.',
    controllers: ['Forms', 'MobileForms', 'FormRecords', 'FormImport'],
  },
  {
    name: 'Media',
    description: 'Photos, recordings and signatures, at the links in other responses.',
    controllers: ['Media'],
  },
  {
    name: 'Phytosanitary',
    description: 'Incidence and severity of pests and diseases, computed from scouts’ records, for programs.',
    controllers: ['Phytosanitary'],
  },
  {
    name: 'Treatments',
    description:
      'What was sprayed where, when and how much, and when each sector is clear again. The harvest guard of sessions uses it.',
    controllers: ['Treatments'],
  },
  {
    name: 'Series',
    description:
      'Weather, heat, plants, soil and irrigation, as devices measured them, over a range of local time.',
    controllers: ['Series'],
  },
  {
    name: 'Indicators',
    description:
      'What the weather of a season means for crops: degree-days, chill, evapotranspiration, light, risk of mildew.',
    controllers: ['Indicators'],
  },
  {
    name: 'Devices',
    description:
      'How a station authenticates, sends readings by MQTT and receives commands. The token and MQTT are served by the IoT gateway.',
    controllers: ['Commands', 'Devices', 'Phones', 'Uplinks'],
  },
  {
    name: 'API tokens',
    description:
      'Credentials of programs. An operator issues them; an admin lists, rotates and revokes them.',
    controllers: ['Tokens'],
  },
  {
    name: 'Console',
    description: 'Signing in to the console, and what its screens show and nothing else needs.',
    controllers: [
      ...[
        'SignIn',
        'ConsoleSessions',
        'ConsoleProjects',
        'ConsoleHarvest',
        'ConsoleDevices',
        'ConsoleRejectedUplinks',
      ],
      ...['ConsoleAlertChanges', 'ConsoleFeeds', 'ConsoleObservedDays', 'ConsoleMeasuredDays'],
    ],
  },
  {
    name: 'Events',
    description: 'Live events of a company, and rules that raise alerts.',
    controllers: ['Events', 'Alerts'],
  },
  {
    name: 'Webhooks',
    description:
      'Events, sent as they are committed to URLs that an admin registers, signed by Standard Webhooks 1.0. They are ' +
      'thin: a type and ids, with which the receiver reads the rest.',
    controllers: ['Webhooks', 'WebhookDeliveries'],
  },
  {
    name: 'Operation',
    description: 'For operators. Each host reports its own health and metrics.',
    controllers: ['Root'],
  },
];

export const TAGS = AREAS.map(({ name, description }) => ({ name, description }));

/** @throws Error for a controller without an area */
export function areaOf(controller: string): string {
  const area = AREAS.find(({ controllers }) => controllers.includes(controller));
  if (!area) throw new Error(`${controller}Controller belongs to no area of src/document/tags.ts`);
  return area.name;
}
