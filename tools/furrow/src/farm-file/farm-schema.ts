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
import { Ajv, type ValidateFunction } from 'ajv';
import type { FarmFile } from './farm-file.ts';
import { boundary, uniqueBy } from './schema-keywords.ts';
import { schemaProblem } from './schema-problem.ts';

const OPTION = { accepts: `list of texts of 1 to ${MAX_OPTION} characters`, default: [] };
const text = { type: 'string', minLength: 1, maxLength: 200 };
const textOrNull = { ...text, type: ['string', 'null'] };
const zone = about({ type: 'string', format: 'time-zone' }, 'Determines the local day', {
  accepts: 'IANA time zone, such as `America/Santiago`',
});
const numberOrNull = { type: ['number', 'null'] };
const instantOrNull = { type: ['string', 'null'], format: 'instant' };
const texts = { type: ['array', 'null'], items: text };
const key = about(text, 'Identifies it in this file; immutable', {
  accepts: '1 to 100 characters, without `/` and without spaces around it',
});
const rate = { type: ['number', 'null'], minimum: 0 };
const RATE = { accepts: '0 to 1,000,000,000 with at most 6 decimals', default: null };
const project = 'Key of a project in this file or of an existing one';
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
    'key!': about(text, 'Identifies the company in commands; immutable', {
      accepts: '1 to 63 lower case letters, digits and hyphens',
    }),
    'name!': about(text, 'Display name'),
    'timezone!': zone,
    currency: about({ type: ['string', 'null'] }, 'Currency of prices and wages', {
      accepts: 'ISO 4217 code, such as `CLP`',
      default: null,
    }),
  }),
  users: listOf('idpId', {
    'idpId!': about(text, 'The `sub` of the person’s JWTs, unique in the installation', {
      accepts: '1 to 128 printable characters',
    }),
    'name!': about(text, 'Full name'),
    'role!': about(oneOf(...ROLES), 'Permissions of the user'),
    email: about(textOrNull, 'Shown to people', { accepts: 'e-mail address', default: null }),
    picture: about({ type: ['string', 'null'] }, 'Address of a picture of the person', {
      accepts: 'http or https URL of at most 2,000 characters',
      default: null,
    }),
    status: about(oneOf('active', 'inactive'), 'Inactive: access is denied', { default: 'active' }),
  }),
  projects: listOf('key', {
    'key!': key,
    'name!': about(text, 'Display name'),
    'timezone!': zone,
    defaults: orNull(
      members({
        samplingUnit: about(textOrNull, 'Unit that is counted, such as `kg` or `box`', {
          accepts: '1 to 50 characters',
          default: null,
        }),
        pricePerUnit: about({ type: ['number', 'null'], minimum: 0 }, 'Price per unit', {
          accepts: '0 to 1,000,000,000 with at most 6 decimals',
          default: null,
        }),
        maxDurationHours: about(
          { type: ['integer', 'null'], minimum: 1, maximum: 24 },
          'Maximum duration of a session, in hours',
          { default: INITIAL_DEFAULTS.maxDurationHours },
        ),
        syncGraceHours: about(
          { type: ['integer', 'null'], minimum: 0, maximum: 168 },
          'Grace period after its end in which a session accepts late syncs, in hours',
          { default: INITIAL_DEFAULTS.syncGraceHours },
        ),
        harvestGuard: about(
          { enum: [...HARVEST_GUARDS, null] },
          'What a session in a sector without clearance gets: a warning, a refusal or nothing',
          { default: INITIAL_DEFAULTS.harvestGuard },
        ),
      }),
    ),
    sectors: listOf('key', {
      'key!': about(key, 'Identifies it in this file; unique in its project, immutable'),
      'name!': about(text, 'Display name'),
      crop: about(textOrNull, 'Crop of the sector', { default: null }),
      variety: about(textOrNull, 'Variety of the crop', { default: null }),
      boundary: about({ boundary: true }, 'Outline, used to assign a GPS position to the sector', {
        accepts: 'GeoJSON Polygon or MultiPolygon, or null',
        default: null,
      }),
    }),
  }),
  workerOptions: orNull(
    members({
      position: about(texts, 'Positions that a worker may have', OPTION),
      employment_type: about(texts, 'Types of employment', OPTION),
      status: about(texts, 'States of a worker', OPTION),
    }),
  ),
  qualities: listOf('key', {
    'key!': about(text, 'Identifies it in this file; immutable'),
    'name!': about(text, 'Display name'),
  }),
  forms: listOf('key', {
    'key!': key,
    'name!': about(text, 'Display name'),
    type: about(oneOf(...FORM_TYPES), 'Task: the report on a task; immutable', { default: 'monitoring' }),
    subtype: about(textOrNull, 'Phones may filter forms by it', {
      accepts: '1 to 100 characters',
      default: null,
    }),
    access: orNull(
      members({
        roles: about(
          { type: ['array', 'null'], items: oneOf(...FORM_ROLES) },
          'Roles that may read it, besides admins',
          { default: [] },
        ),
        users: about(texts, 'Users that may read it, by idpId', { default: [] }),
      }),
    ),
    fields: listOf('name', {
      'name!': about(text, 'Name of the field in values and media', {
        accepts: 'a letter, then at most 63 letters, digits, `_` and `-`',
      }),
      'label!': about(text, 'Label that people read'),
      'type!': about(oneOf(...FIELD_TYPES), 'Type of its value'),
      required: about({ type: ['boolean', 'null'] }, 'Whether a record must contain it', { default: false }),
      options: about(
        texts,
        'Options of a `select` or `multiselect`; required for these types, not allowed for others',
        {
          accepts: 'list of 1 to 500 different texts of 1 to 200 characters',
        },
      ),
      min: about(
        numberOrNull,
        'Minimum of a `number`, of a pest’s or disease’s `value`, of the length of a `text`, of the count in a ' +
          '`multiselect`, `photo` or `audio`',
      ),
      max: about(
        numberOrNull,
        `Maximum of the same; by default ${DEFAULT_TEXT_LENGTH} characters of a text, and ` +
          `${MEDIA_PER_FIELD.photo} photos or recordings of a field`,
      ),
      eppoCode: about(textOrNull, 'EPPO code of the pest or disease', {
        accepts: '4 to 8 capital letters and digits',
      }),
      threshold: about(numberOrNull, 'The mean `value` from which action is needed', {
        accepts: 'number of at least 0',
      }),
    }),
  }),
  tasks: listOf('key', {
    'key!': key,
    'form!': about(text, 'Key of a task form in this file or of an existing one'),
    assignee: about(textOrNull, 'idpId of the user who is to do it', { default: null }),
    project: about(textOrNull, project, { default: null }),
    sector: about(textOrNull, sector, { default: null }),
    dueAt: about(instantOrNull, 'Due time', { default: null }),
  }),
  devices: listOf('deviceId', {
    'deviceId!': about(
      text,
      'Identifies the device on its label and in its topics; unique in the installation',
      {
        accepts: '1 to 64 letters, digits, `.`, `:`, `-` and `_`, the first a letter or digit',
      },
    ),
    'project!': about(text, project),
    sector: about(textOrNull, sector, { default: null }),
    status: about(
      oneOf(...DEVICE_STATUSES),
      'Inactive: access is denied, and the secret is kept; revoked: it needs a new secret to return',
      { default: 'active' },
    ),
    latitude: site(
      'latitude',
      'Latitude of its site in degrees north, for indicators that depend on the sun; requires `longitude`',
    ),
    longitude: site('longitude', 'Longitude of its site in degrees east; requires `latitude`'),
    altitude: site('altitude', 'Altitude of its site above sea level, m'),
    windHeight: site('windHeight', 'Height of its anemometer above the ground, m', DEFAULT_WIND_HEIGHT),
  }),
  apiTokens: listOf('name', {
    'name!': about(text, 'Purpose of the token'),
    'scopes!': about({ type: 'array', items: text }, 'Permissions of the token', {
      accepts: `list of at least one of ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}`,
    }),
    expiresAt: about(instantOrNull, 'End of its validity; null: valid until it is revoked', {
      default: null,
    }),
  }),
  payPolicies: listOf('validFrom', {
    'validFrom!': about(
      { type: 'string', format: 'local-date' },
      'First local day on which the policy applies',
      {
        accepts: 'date written YYYY-MM-DD, in quotes or not',
      },
    ),
    hourlyRate: about(rate, 'Rate per hour of hourly shifts; null: the minimum wage per hour', RATE),
    minimumWage: orNull(
      members({
        'amount!': about({ type: 'number', minimum: 0 }, 'Minimum pay for the period in `per`', {
          accepts: RATE.accepts,
        }),
        'per!': about(oneOf(...MINIMUM_PER), 'Period of the minimum wage'),
      }),
    ),
    minimumWageBasis: about(
      oneOf(...MINIMUM_BASES),
      'Period over which pay is compared with the minimum wage',
      {
        default: DEFAULT_TERMS.minimumWageBasis,
      },
    ),
    nonproductiveRate: about(
      rate,
      'Rate per hour of nonproductive shifts; null: the minimum wage per hour',
      RATE,
    ),
    restBreaks: about(
      oneOf(...REST_BREAKS),
      '`average`: rest breaks are paid at the average rate of the workweek',
      {
        default: DEFAULT_TERMS.restBreaks,
      },
    ),
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
        premium: about(
          { type: 'number', minimum: 0 },
          'Share of the regular rate that is paid in addition to it',
          {
            accepts: '0 to 100 with at most 6 decimals',
            default: DEFAULT_PREMIUM,
          },
        ),
      }),
    ),
    workweekStartsOn: about(oneOf(...WEEKDAYS), 'The first day of a workweek', {
      default: DEFAULT_TERMS.workweekStartsOn,
    }),
    fixedBonus: about(oneOf(...FIXED_BONUS), 'How the workers of a session share its `fixed` bonus', {
      default: DEFAULT_TERMS.fixedBonus,
    }),
  }),
  alerts: listOf('key', {
    'key!': key,
    'name!': about(text, 'Display name'),
    'kind!': about(
      oneOf(...ALERT_KINDS),
      '`silent`: a device sends nothing; `threshold`: it measures a value beyond a limit',
    ),
    'project!': about(text, 'Key of the project whose active devices the rule watches'),
    device: about(textOrNull, 'Device of the project that the rule watches; null: all of them', {
      default: null,
    }),
    metric: about({ enum: [...ALERT_METRICS, null] }, 'For `threshold`: the value of a weather reading', {
      default: null,
    }),
    above: about(numberOrNull, 'For `threshold`: raised above this value; requires this or `below`', {
      default: null,
    }),
    below: about(numberOrNull, 'For `threshold`: raised below this value; requires this or `above`', {
      default: null,
    }),
    'for!': about(text, 'Time that the condition must last before the alert is raised', {
      accepts: 'duration such as `10m`; at most 30 days',
    }),
    clearBy: about(
      numberOrNull,
      'For `threshold`: how far inside the limit a value must be to clear the alert',
      {
        accepts: 'number from 0',
        default: 0,
      },
    ),
  }),
});

/** @throws ValidationFailed naming every wrong place, such as `projects[0].sectors[2].boundary` */
export function checkFarm(document: unknown, source: string): asserts document is FarmFile {
  const validate = (validator ??= farmValidator());
  if (validate(document)) return;
  throw new ValidationFailed(
    (validate.errors ?? []).map(schemaProblem),
    `${source} cannot be applied; nothing was changed:`,
  );
}

let validator: ValidateFunction | undefined;

/** Compiled in the shortest time, because most processes check one file: without the schema of schemas, not optimized. */
function farmValidator(): ValidateFunction {
  const ajv = new Ajv({
    ...{ allErrors: true, verbose: true, allowUnionTypes: true, strictTypes: false },
    ...{ meta: false, validateSchema: false, code: { optimize: false } },
  });
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
