import { DEFAULT_WIND_HEIGHT, DEVICE_STATUSES, ROLES, SCOPES, SITE_RANGES } from '@furrow/access/domain';
import { HARVEST_GUARDS, INITIAL_DEFAULTS } from '@furrow/agronomy/domain';
import {
  DEFAULT_TEXT_LENGTH,
  FIELD_TYPES,
  FORM_TYPES,
  MEDIA_PER_FIELD,
  ROLES as FORM_ROLES,
} from '@furrow/forms/domain';
import { instantOf, isLocalDate, isTimeZone, ValidationFailed } from '@furrow/kernel';
import { ALERT_KINDS, ALERT_METRICS } from '@furrow/notifications/domain';
import {
  DEFAULT_PREMIUM,
  DEFAULT_TERMS,
  FIXED_BONUS,
  MINIMUM_BASES,
  MINIMUM_PER,
  REST_BREAKS,
  WEEKDAYS,
} from '@furrow/payroll/domain';
import { MAX_OPTION } from '@furrow/workforce/domain';
import { Ajv } from 'ajv';
import type { FarmFile } from './farm-file.ts';
import { boundary, uniqueBy } from './schema-keywords.ts';
import { schemaProblem } from './schema-problem.ts';

const OPTION = { accepts: `list of texts of 1 to ${MAX_OPTION} characters`, default: [] };
const text = { type: 'string', minLength: 1, maxLength: 200 };
const textOrNull = { ...text, type: ['string', 'null'] };
const zone = about({ type: 'string', format: 'time-zone' }, 'Decides what a day is here', {
  accepts: 'IANA time zone, such as `America/Santiago`',
});
const numberOrNull = { type: ['number', 'null'] };
const instantOrNull = { type: ['string', 'null'], format: 'instant' };
const texts = { type: ['array', 'null'], items: text };
const key = about(text, 'Its name in this file, never changed', {
  accepts: '1 to 100 characters, without `/` and without spaces around it',
});
const rate = { type: ['number', 'null'], minimum: 0 };
const RATE = { accepts: '0 to 1,000,000,000 with at most 6 decimals', default: null };
const project = 'Key of a project, of this file or there already';
const sector = 'Key of a sector of that project';

/** A number that describes a device's site. */
function site(member: keyof typeof SITE_RANGES, description: string, fallback: number | null = null) {
  const { min: minimum, max: maximum } = SITE_RANGES[member];
  return about({ type: ['number', 'null'], minimum, maximum }, description, { default: fallback });
}

/**
 * The structure and types of everything; the contexts check what else makes a name or a unit valid. `accepts` describes
 * such rules in words; together with the descriptions it generates docs/farm-file.md.
 */
export const FARM_SCHEMA = members({
  'company!': members({
    'key!': about(text, 'The name that commands know it by, never changed', {
      accepts: '1 to 63 lower case letters, digits and hyphens',
    }),
    'name!': about(text, 'What people call it'),
    'timezone!': zone,
    currency: about({ type: ['string', 'null'] }, 'What prices and wages are in', {
      accepts: 'ISO 4217 code, such as `CLP`',
      default: null,
    }),
  }),
  users: listOf('idpId', {
    'idpId!': about(text, 'The `sub` of the person’s JWTs, unique in the installation', {
      accepts: '1 to 128 printable characters',
    }),
    'name!': about(text, 'Full name'),
    'role!': about(oneOf(...ROLES), 'What the person may do'),
    email: about(textOrNull, 'For people', { accepts: 'e-mail address', default: null }),
    picture: about({ type: ['string', 'null'] }, 'Where a picture of the person is', {
      accepts: 'http or https URL of at most 2,000 characters',
      default: null,
    }),
    status: about(oneOf('active', 'inactive'), 'Inactive: let in nowhere', { default: 'active' }),
  }),
  projects: listOf('key', {
    'key!': key,
    'name!': about(text, 'What people call it'),
    'timezone!': zone,
    defaults: orNull(
      members({
        samplingUnit: about(textOrNull, 'What is counted, such as `kg` or `box`', {
          accepts: '1 to 50 characters',
          default: null,
        }),
        pricePerUnit: about({ type: ['number', 'null'], minimum: 0 }, 'Money for each unit', {
          accepts: '0 to 1,000,000,000 with at most 6 decimals',
          default: null,
        }),
        maxDurationHours: about(
          { type: ['integer', 'null'], minimum: 1, maximum: 24 },
          'How long a session runs, in hours',
          { default: INITIAL_DEFAULTS.maxDurationHours },
        ),
        syncGraceHours: about(
          { type: ['integer', 'null'], minimum: 0, maximum: 168 },
          'How long after its end it takes late syncs, in hours',
          { default: INITIAL_DEFAULTS.syncGraceHours },
        ),
        harvestGuard: about(
          { enum: [...HARVEST_GUARDS, null] },
          'What a session meets in a sector that was treated and is not clear yet: a warning, a refusal, or nothing',
          { default: INITIAL_DEFAULTS.harvestGuard },
        ),
      }),
    ),
    sectors: listOf('key', {
      'key!': about(key, 'Its name in this file, unique in its project, never changed'),
      'name!': about(text, 'What people call it'),
      crop: about(textOrNull, 'What grows there', { default: null }),
      variety: about(textOrNull, 'Which sort of it', { default: null }),
      boundary: about({ boundary: true }, 'Its outline, by which GPS finds the sector', {
        accepts: 'GeoJSON Polygon or MultiPolygon, or null',
        default: null,
      }),
    }),
  }),
  workerOptions: orNull(
    members({
      position: about(texts, 'What workers may be', OPTION),
      employment_type: about(texts, 'How they may be employed', OPTION),
      status: about(texts, 'Which states they may have', OPTION),
    }),
  ),
  qualities: listOf('key', {
    'key!': about(text, 'Its name in this file, never changed'),
    'name!': about(text, 'What people call it'),
  }),
  forms: listOf('key', {
    'key!': key,
    'name!': about(text, 'What people call it'),
    type: about(oneOf(...FORM_TYPES), 'Task: the report on a task; never changed', { default: 'monitoring' }),
    subtype: about(textOrNull, 'By which phones may ask for it', {
      accepts: '1 to 100 characters',
      default: null,
    }),
    access: orNull(
      members({
        roles: about(
          { type: ['array', 'null'], items: oneOf(...FORM_ROLES) },
          'Who may see it besides admins, by role',
          { default: [] },
        ),
        users: about(texts, 'The same by idpId', { default: [] }),
      }),
    ),
    fields: listOf('name', {
      'name!': about(text, 'What values and media name it by', {
        accepts: 'a letter, then at most 63 letters, digits, `_` and `-`',
      }),
      'label!': about(text, 'What people read'),
      'type!': about(oneOf(...FIELD_TYPES), 'What it takes'),
      required: about({ type: ['boolean', 'null'] }, 'Whether a record must have it', { default: false }),
      options: about(texts, 'What a `select` or `multiselect` offers; needed there, and nowhere else', {
        accepts: 'list of 1 to 500 different texts of 1 to 200 characters',
      }),
      min: about(
        numberOrNull,
        'The least of a `number`, of a pest’s or disease’s `value`, of the length of a `text`, of the count in a ' +
          '`multiselect`, `photo` or `audio`',
      ),
      max: about(
        numberOrNull,
        `The most of the same; without it a text has ${DEFAULT_TEXT_LENGTH} characters, and a field ` +
          `${MEDIA_PER_FIELD.photo} photos or recordings`,
      ),
      eppoCode: about(textOrNull, 'EPPO code of the pest or disease', {
        accepts: '4 to 8 capital letters and digits',
      }),
      threshold: about(numberOrNull, 'The `value` from which something has to be done', {
        accepts: 'number of at least 0',
      }),
    }),
  }),
  tasks: listOf('key', {
    'key!': key,
    'form!': about(text, 'Key of a task form, of this file or there already'),
    assignee: about(textOrNull, 'idpId of who is to do it', { default: null }),
    project: about(textOrNull, project, { default: null }),
    sector: about(textOrNull, sector, { default: null }),
    dueAt: about(instantOrNull, 'When it is to be done', { default: null }),
  }),
  devices: listOf('deviceId', {
    'deviceId!': about(text, 'The name on its label and in its topics, unique in the installation', {
      accepts: '1 to 64 letters, digits, `.`, `:`, `-` and `_`, the first a letter or digit',
    }),
    'project!': about(text, `${project}: where it stands`),
    sector: about(textOrNull, sector, { default: null }),
    status: about(
      oneOf(...DEVICE_STATUSES),
      'Inactive: let in nowhere, and keeps its secret; revoked: comes back with a new one',
      { default: 'active' },
    ),
    latitude: site(
      'latitude',
      'Degrees north of where it stands, for what hangs on the sun; with `longitude`',
    ),
    longitude: site('longitude', 'Degrees east of where it stands; with `latitude`'),
    altitude: site('altitude', 'Of where it stands above the sea, m'),
    windHeight: site('windHeight', 'Of its anemometer above the ground, m', DEFAULT_WIND_HEIGHT),
  }),
  apiTokens: listOf('name', {
    'name!': about(text, 'What it is for'),
    'scopes!': about({ type: 'array', items: text }, 'What it may do', {
      accepts: `list of at least one of ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}`,
    }),
    expiresAt: about(instantOrNull, 'Until when it serves; null: until it is revoked', { default: null }),
  }),
  payPolicies: listOf('validFrom', {
    'validFrom!': about({ type: 'string', format: 'local-date' }, 'The first local day it holds for', {
      accepts: 'date written YYYY-MM-DD, in quotes or not',
    }),
    hourlyRate: about(rate, 'Of hourly shifts, an hour; null: the minimum wage per hour', RATE),
    minimumWage: orNull(
      members({
        'amount!': about({ type: 'number', minimum: 0 }, 'The least that such a time brings', {
          accepts: RATE.accepts,
        }),
        'per!': about(oneOf(...MINIMUM_PER), 'Of which time it is the least'),
      }),
    ),
    minimumWageBasis: about(oneOf(...MINIMUM_BASES), 'Over what it is held', {
      default: DEFAULT_TERMS.minimumWageBasis,
    }),
    nonproductiveRate: about(rate, 'Of nonproductive shifts, an hour; null: the minimum wage per hour', RATE),
    restBreaks: about(oneOf(...REST_BREAKS), '`average`: rests are paid at the average of the workweek', {
      default: DEFAULT_TERMS.restBreaks,
    }),
    overtime: orNull(
      members({
        weeklyHours: about(rate, 'Hours of a workweek beyond which an hour is overtime', {
          ...RATE,
          accepts: '0 to 168',
        }),
        dailyHours: about(rate, 'Hours of a day beyond which an hour is overtime', {
          ...RATE,
          accepts: '0 to 24',
        }),
        premium: about({ type: 'number', minimum: 0 }, 'Of the regular rate, on top of it', {
          accepts: '0 to 100 with at most 6 decimals',
          default: DEFAULT_PREMIUM,
        }),
      }),
    ),
    workweekStartsOn: about(oneOf(...WEEKDAYS), 'The first day of a workweek', {
      default: DEFAULT_TERMS.workweekStartsOn,
    }),
    fixedBonus: about(oneOf(...FIXED_BONUS), 'How a `fixed` bonus of a session is shared by its workers', {
      default: DEFAULT_TERMS.fixedBonus,
    }),
  }),
  alerts: listOf('key', {
    'key!': key,
    'name!': about(text, 'What people call it'),
    'kind!': about(
      oneOf(...ALERT_KINDS),
      '`silent`: a device sends nothing; `threshold`: it measures what is beyond a limit',
    ),
    'project!': about(text, 'Key of the project whose active devices it watches'),
    device: about(textOrNull, 'The one device of the project that it watches; null: all of them', {
      default: null,
    }),
    metric: about({ enum: [...ALERT_METRICS, null] }, 'Of a threshold: what of a weather reading', {
      default: null,
    }),
    above: about(numberOrNull, 'Of a threshold: raised beyond this; this or `below`', { default: null }),
    below: about(numberOrNull, 'Of a threshold: raised under this; this or `above`', { default: null }),
    'for!': about(text, 'For how long that lasts before it is raised', {
      accepts: 'duration such as `10m`; at most 30 days',
    }),
    clearBy: about(numberOrNull, 'Of a threshold: by how much a value is back before it is cleared', {
      accepts: 'number from 0',
      default: 0,
    }),
  }),
});

/** @throws ValidationFailed naming every wrong place, such as `projects[0].sectors[2].boundary` */
export function checkFarm(document: unknown, source: string): asserts document is FarmFile {
  const validate = farmValidator();
  if (validate(document)) return;
  throw new ValidationFailed(
    (validate.errors ?? []).map(schemaProblem),
    `${source} cannot be applied; nothing was changed:`,
  );
}

function farmValidator() {
  const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, strictTypes: false });
  ajv.addFormat('time-zone', isTimeZone);
  ajv.addFormat('local-date', isLocalDate);
  ajv.addFormat('instant', (value: string) => instantOf(value) !== undefined);
  for (const keyword of [uniqueBy, boundary]) ajv.addKeyword(keyword);
  ajv.addVocabulary(['accepts']);
  return ajv.compile(FARM_SCHEMA);
}

/** The meaning of a member and, for readers, what else is accepted and its default. */
function about(
  schema: object,
  description: string,
  more: { accepts?: string; default?: unknown } = {},
): object {
  return { ...schema, description, ...more };
}

/** A member marked with "!" is required; unknown members are errors, because they may be typos. */
function members(properties: Record<string, object>): object {
  const names = Object.keys(properties);
  return {
    type: 'object',
    additionalProperties: false,
    required: names.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1)),
    properties: Object.fromEntries(names.map((name) => [name.replace('!', ''), properties[name]])),
  };
}

/** A list of items with unique names; an empty section may be null. */
function listOf(name: string, properties: Record<string, object>): object {
  return { type: ['array', 'null'], items: members(properties), uniqueBy: name };
}

function orNull(group: object): object {
  return { ...group, type: ['object', 'null'] };
}

function oneOf(...values: string[]): object {
  return { enum: values };
}
