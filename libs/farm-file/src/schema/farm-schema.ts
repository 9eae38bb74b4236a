import { DEFAULT_WIND_HEIGHT, DEVICE_STATUSES, ROLES, SCOPES, SITE_RANGES } from '@furrow/access/domain';
import { HARVEST_GUARDS, INITIAL_DEFAULTS, MAX_POSITIONS, MAX_REPEAT_SECONDS } from '@furrow/agronomy/domain';
import { FORM_TYPES, ROLES as FORM_ROLES } from '@furrow/forms/domain';
import {
  about,
  count,
  listOf,
  mapOf,
  number,
  object,
  orNull,
  schemaOf,
  text as anyText,
  within,
} from '@furrow/kernel/schema';
import { ALERT_KINDS, ALERT_METRICS } from '@furrow/notifications/domain';
import { FORM_FIELD } from './form-field-schema.ts';
import {
  group,
  instantOrNull,
  key,
  listBy,
  numberOrNull,
  oneOf,
  OPTION,
  project,
  rate,
  sector,
  status,
  text,
  textOrNull,
  texts,
  zone,
} from './members.ts';
import { HARVEST_SECTIONS } from './harvest-schema.ts';
import { REST_RULE_MEMBERS } from './rest-rule-members.ts';
import { WAGE_SECTIONS } from './wage-schema.ts';

/** A number that describes a device's site. */
function site(
  member: keyof typeof SITE_RANGES,
  description: string,
  example: number,
  fallback: number | null = null,
) {
  const { min: minimum, max: maximum } = SITE_RANGES[member];
  return about(
    within(orNull(within(number, { minimum, maximum })), { default: fallback }),
    description,
    example,
  );
}

/**
 * The structure and types of everything; the contexts check what else makes a name or a unit valid. `accepts` describes
 * such rules in words; together with the descriptions it generates docs/farm-file.md.
 */
export const FARM_SCHEMA = object({
  company: about(
    object({
      key: about(
        within(text, { accepts: '1 to 63 lower case letters, digits and hyphens' }),
        'Identifies the company in commands; immutable',
        'acme',
      ),
      name: about(text, 'Display name', 'Acme Farms'),
      timezone: zone,
      'currency?': about(
        within(orNull(anyText), { accepts: 'ISO 4217 code, such as `CLP`', default: null }),
        'Currency of prices and wages',
        'CLP',
      ),
    }),
    'Key, name, time zone and currency',
  ),
  'users?': listBy('idpId', 'The people who sign in', {
    'idpId?': about(
      within(text, { accepts: '1 to 128 printable characters' }),
      'The `sub` of the person’s JWTs, unique in the installation; without it the person is invited by `email`',
      'auth0|ana',
    ),
    name: about(text, 'Full name', 'Ana Rojas'),
    role: about(oneOf(...ROLES), 'Permissions of the user'),
    'email?': about(
      within(textOrNull, { accepts: 'e-mail address', default: null }),
      'Shown to people; required without `idpId`: the first sign-in that proves the address takes the invitation',
      'ana@acme.example',
    ),
    'picture?': about(
      within(orNull(anyText), { accepts: 'http or https URL of at most 2,000 characters', default: null }),
      'Address of a picture of the person',
      'https://acme.example/ana.jpg',
    ),
    'status?': about(
      within(oneOf('active', 'inactive', 'invited'), { default: 'active' }),
      'Inactive: access is denied, or the invitation is withdrawn; invited: somebody who has not signed in yet',
    ),
  }),
  'projects?': listBy('key', 'With their sectors and outlines', {
    key: key('north'),
    name: about(text, 'Display name', 'North Block'),
    timezone: zone,
    'defaults?': group('What its sessions have that do not state it', {
      'samplingUnit?': about(
        within(textOrNull, { accepts: '1 to 50 characters', default: null }),
        'Unit that is counted, such as `kg` or `box`',
        'kg',
      ),
      'pricePerUnit?': about(
        within(rate, { accepts: '0 to 1,000,000,000 with at most 6 decimals', default: null }),
        'Price per unit',
        120,
      ),
      'maxDurationHours?': about(
        within(orNull(within(count, { minimum: 1, maximum: 24 })), {
          default: INITIAL_DEFAULTS.maxDurationHours,
        }),
        'Maximum duration of a session, in hours',
        12,
      ),
      'syncGraceHours?': about(
        within(orNull(within(count, { minimum: 0, maximum: 168 })), {
          default: INITIAL_DEFAULTS.syncGraceHours,
        }),
        'Grace period after its end in which a session accepts late syncs, in hours',
        48,
      ),
      'harvestGuard?': about(
        within(oneOf(...HARVEST_GUARDS, null), { default: INITIAL_DEFAULTS.harvestGuard }),
        'What a session in a sector without clearance gets: a warning, a refusal or nothing',
      ),
      'repeatSeconds?': about(
        within(orNull(within(count, { minimum: 0, maximum: MAX_REPEAT_SECONDS })), {
          default: INITIAL_DEFAULTS.repeatSeconds,
        }),
        'Within how many seconds two records of a worker in a session may be one that was counted twice: both are marked, and none is refused. Null: none are marked',
        60,
      ),
    }),
    'status?': status,
    'sectors?': listBy('key', 'Parts of its land', {
      key: key('n1', 'Identifies it in this file; unique in its project, immutable'),
      name: about(text, 'Display name', 'N1'),
      'crop?': about(within(textOrNull, { default: null }), 'Crop of the sector', 'Cherry'),
      'variety?': about(within(textOrNull, { default: null }), 'Variety of the crop', 'Lapins'),
      'boundary?': about(
        within(schemaOf<unknown>({ boundary: true }), {
          accepts: `GeoJSON Polygon or MultiPolygon of at most ${MAX_POSITIONS} positions that does not cross itself, or null`,
          default: null,
        }),
        'Outline, used to assign a GPS position to the sector',
        {
          type: 'Polygon',
          coordinates: [
            [
              [-71.25, -34.5],
              [-71.24, -34.5],
              [-71.24, -34.49],
              [-71.25, -34.5],
            ],
          ],
        },
      ),
      'status?': status,
    }),
  }),
  'workerOptions?': group('Positions, types of employment, states and groups of workers', {
    'position?': about(within(texts, OPTION), 'Positions that a worker may have', ['harvester', 'driver']),
    'employment_type?': about(within(texts, OPTION), 'Types of employment', ['seasonal']),
    'status?': about(within(texts, OPTION), 'States of a worker', ['active', 'inactive']),
    'group?': about(within(texts, OPTION), 'Groups of workers that are paid by terms of their own', ['h2a']),
  }),
  'qualities?': listBy('key', 'Qualities of what is picked', {
    key: about(text, 'Identifies it in this file; immutable', 'export'),
    name: about(text, 'Display name', 'Export'),
    'status?': status,
  }),
  'forms?': listBy('key', 'Forms with their fields', {
    key: key('scout'),
    name: about(text, 'Display name', 'Scouting'),
    'type?': about(
      within(oneOf(...FORM_TYPES), { default: 'monitoring' }),
      'Task: the report on a task; immutable',
    ),
    'subtype?': about(
      within(textOrNull, { accepts: '1 to 100 characters', default: null }),
      'Phones may filter forms by it',
      'pests',
    ),
    'status?': status,
    'access?': group('Who may read it', {
      'roles?': about(
        within(orNull(listOf(oneOf(...FORM_ROLES))), { default: [] }),
        'Roles that may read it, besides admins',
      ),
      'users?': about(within(texts, { default: [] }), 'Users that may read it, by idpId', ['auth0|ana']),
    }),
    'fields?': listBy('name', 'What it asks, in this order', FORM_FIELD),
  }),
  'tasks?': listBy('key', 'Task forms that somebody has to fill in', {
    key: key('spray-1'),
    form: about(text, 'Key of a task form in this file or of an existing one', 'spray'),
    'assignee?': about(
      within(textOrNull, { default: null }),
      'idpId of the user who is to do it',
      'auth0|ana',
    ),
    'project?': within(orNull(project), { default: null }),
    'sector?': sector,
    'dueAt?': about(within(instantOrNull, { default: null }), 'Due time'),
    'status?': status,
  }),
  'devices?': listBy('deviceId', 'Stations, probes and valves, without secrets', {
    deviceId: about(
      within(text, {
        accepts: '1 to 64 letters, digits, `.`, `:`, `-` and `_`, the first a letter or digit',
      }),
      'Identifies the device on its label and in its topics; unique in the installation',
      'ws-01',
    ),
    project,
    'sector?': sector,
    'status?': about(
      within(oneOf(...DEVICE_STATUSES), { default: 'active' }),
      'Inactive: access is denied, and the secret is kept; revoked: it needs a new secret to return',
    ),
    'latitude?': site(
      'latitude',
      'Latitude of its site in degrees north, for indicators that depend on the sun; requires `longitude`',
      -36.52,
    ),
    'longitude?': site('longitude', 'Longitude of its site in degrees east; requires `latitude`', -71.61),
    'altitude?': site('altitude', 'Altitude of its site above sea level, m', 240),
    'windHeight?': site(
      'windHeight',
      'Height of its anemometer above the ground, m',
      10,
      DEFAULT_WIND_HEIGHT,
    ),
    'devEui?': about(
      within(textOrNull, { accepts: '16 hexadecimal digits', default: null }),
      'EUI of a LoRaWAN device, by which its network server names it; unique in the company',
      '70B3D57ED0000001',
    ),
    'mapping?': about(
      within(orNull(mapOf(text)), {
        accepts: 'texts by item, as in [LoRaWAN](lorawan.md#mapping)',
        default: null,
      }),
      'Where the decoded payload of a LoRaWAN device has what it measures; null: as The Things Stack normalizes it',
      { te: 'temperature' },
    ),
  }),
  'apiTokens?': listBy('name', 'The tokens of programs, without credentials', {
    name: about(text, 'Purpose of the token', 'bi'),
    scopes: about(
      within(listOf(text), {
        accepts: `list of at least one of ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}`,
      }),
      'Permissions of the token',
      ['read:production'],
    ),
    'expiresAt?': about(
      within(instantOrNull, { default: null }),
      'End of its validity; null: valid until it is revoked',
    ),
    'status?': about(
      within(oneOf('active', 'inactive', null), { default: 'active' }),
      'Inactive: revoked; declaring it active again issues another one',
    ),
  }),
  ...HARVEST_SECTIONS,
  ...WAGE_SECTIONS,
  'alerts?': listBy('key', 'Rules of which an alert is raised', {
    key: key('frost'),
    name: about(text, 'Display name', 'Frost in the north block'),
    kind: about(
      oneOf(...ALERT_KINDS),
      '`silent`: a device sends nothing; `threshold`: it measures a value beyond a limit',
    ),
    project: about(text, 'Key of the project whose active devices the rule watches', 'north'),
    'device?': about(
      within(textOrNull, { default: null }),
      'Device of the project that the rule watches; null: all of them',
      'ws-01',
    ),
    'metric?': about(
      within(oneOf(...ALERT_METRICS, null), { default: null }),
      'For `threshold`: the value of a weather reading',
    ),
    'above?': about(
      within(numberOrNull, { default: null }),
      'For `threshold`: raised above this value; requires this or `below`',
      38,
    ),
    'below?': about(
      within(numberOrNull, { default: null }),
      'For `threshold`: raised below this value; requires this or `above`',
      0,
    ),
    for: about(
      within(text, { accepts: 'duration such as `10m`; at most 30 days' }),
      'Time that the condition must last before the alert is raised',
      '10m',
    ),
    'clearBy?': about(
      within(numberOrNull, { accepts: 'number from 0', default: 0 }),
      'For `threshold`: how far inside the limit a value must be to clear the alert',
      1,
    ),
    'status?': status,
  }),
  'restRules?': listBy('key', 'Rests that heat demands', {
    key: key('hot'),
    ...REST_RULE_MEMBERS,
    'status?': status,
  }),
});
