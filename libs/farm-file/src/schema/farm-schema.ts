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
function site(member: keyof typeof SITE_RANGES, description: string, fallback: number | null = null) {
  const { min: minimum, max: maximum } = SITE_RANGES[member];
  return about(within(orNull(within(number, { minimum, maximum })), { default: fallback }), description);
}

/**
 * The structure and types of everything; the contexts check what else makes a name or a unit valid. `accepts` describes
 * such rules in words; together with the descriptions it generates docs/farm-file.md.
 */
export const FARM_SCHEMA = object({
  company: object({
    key: about(
      within(text, { accepts: '1 to 63 lower case letters, digits and hyphens' }),
      'Identifies the company in commands; immutable',
    ),
    name: about(text, 'Display name'),
    timezone: zone,
    'currency?': about(
      within(orNull(anyText), { accepts: 'ISO 4217 code, such as `CLP`', default: null }),
      'Currency of prices and wages',
    ),
  }),
  'users?': listBy('idpId', {
    'idpId?': about(
      within(text, { accepts: '1 to 128 printable characters' }),
      'The `sub` of the person’s JWTs, unique in the installation; without it the person is invited by `email`',
    ),
    name: about(text, 'Full name'),
    role: about(oneOf(...ROLES), 'Permissions of the user'),
    'email?': about(
      within(textOrNull, { accepts: 'e-mail address', default: null }),
      'Shown to people; required without `idpId`: the first sign-in that proves the address takes the invitation',
    ),
    'picture?': about(
      within(orNull(anyText), { accepts: 'http or https URL of at most 2,000 characters', default: null }),
      'Address of a picture of the person',
    ),
    'status?': about(
      within(oneOf('active', 'inactive', 'invited'), { default: 'active' }),
      'Inactive: access is denied, or the invitation is withdrawn; invited: somebody who has not signed in yet',
    ),
  }),
  'projects?': listBy('key', {
    key: key,
    name: about(text, 'Display name'),
    timezone: zone,
    'defaults?': orNull(
      object({
        'samplingUnit?': about(
          within(textOrNull, { accepts: '1 to 50 characters', default: null }),
          'Unit that is counted, such as `kg` or `box`',
        ),
        'pricePerUnit?': about(
          within(rate, { accepts: '0 to 1,000,000,000 with at most 6 decimals', default: null }),
          'Price per unit',
        ),
        'maxDurationHours?': about(
          within(orNull(within(count, { minimum: 1, maximum: 24 })), {
            default: INITIAL_DEFAULTS.maxDurationHours,
          }),
          'Maximum duration of a session, in hours',
        ),
        'syncGraceHours?': about(
          within(orNull(within(count, { minimum: 0, maximum: 168 })), {
            default: INITIAL_DEFAULTS.syncGraceHours,
          }),
          'Grace period after its end in which a session accepts late syncs, in hours',
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
        ),
      }),
    ),
    'status?': status,
    'sectors?': listBy('key', {
      key: about(key, 'Identifies it in this file; unique in its project, immutable'),
      name: about(text, 'Display name'),
      'crop?': about(within(textOrNull, { default: null }), 'Crop of the sector'),
      'variety?': about(within(textOrNull, { default: null }), 'Variety of the crop'),
      'boundary?': about(
        within(schemaOf<unknown>({ boundary: true }), {
          accepts: `GeoJSON Polygon or MultiPolygon of at most ${MAX_POSITIONS} positions that does not cross itself, or null`,
          default: null,
        }),
        'Outline, used to assign a GPS position to the sector',
      ),
      'status?': status,
    }),
  }),
  'workerOptions?': orNull(
    object({
      'position?': about(within(texts, OPTION), 'Positions that a worker may have'),
      'employment_type?': about(within(texts, OPTION), 'Types of employment'),
      'status?': about(within(texts, OPTION), 'States of a worker'),
      'group?': about(within(texts, OPTION), 'Groups of workers that are paid by terms of their own'),
    }),
  ),
  'qualities?': listBy('key', {
    key: about(text, 'Identifies it in this file; immutable'),
    name: about(text, 'Display name'),
    'status?': status,
  }),
  'forms?': listBy('key', {
    key: key,
    name: about(text, 'Display name'),
    'type?': about(
      within(oneOf(...FORM_TYPES), { default: 'monitoring' }),
      'Task: the report on a task; immutable',
    ),
    'subtype?': about(
      within(textOrNull, { accepts: '1 to 100 characters', default: null }),
      'Phones may filter forms by it',
    ),
    'status?': status,
    'access?': orNull(
      object({
        'roles?': about(
          within(orNull(listOf(oneOf(...FORM_ROLES))), { default: [] }),
          'Roles that may read it, besides admins',
        ),
        'users?': about(within(texts, { default: [] }), 'Users that may read it, by idpId'),
      }),
    ),
    'fields?': listBy('name', FORM_FIELD),
  }),
  'tasks?': listBy('key', {
    key: key,
    form: about(text, 'Key of a task form in this file or of an existing one'),
    'assignee?': about(within(textOrNull, { default: null }), 'idpId of the user who is to do it'),
    'project?': about(within(textOrNull, { default: null }), project),
    'sector?': about(within(textOrNull, { default: null }), sector),
    'dueAt?': about(within(instantOrNull, { default: null }), 'Due time'),
    'status?': status,
  }),
  'devices?': listBy('deviceId', {
    deviceId: about(
      within(text, {
        accepts: '1 to 64 letters, digits, `.`, `:`, `-` and `_`, the first a letter or digit',
      }),
      'Identifies the device on its label and in its topics; unique in the installation',
    ),
    project: about(text, project),
    'sector?': about(within(textOrNull, { default: null }), sector),
    'status?': about(
      within(oneOf(...DEVICE_STATUSES), { default: 'active' }),
      'Inactive: access is denied, and the secret is kept; revoked: it needs a new secret to return',
    ),
    'latitude?': site(
      'latitude',
      'Latitude of its site in degrees north, for indicators that depend on the sun; requires `longitude`',
    ),
    'longitude?': site('longitude', 'Longitude of its site in degrees east; requires `latitude`'),
    'altitude?': site('altitude', 'Altitude of its site above sea level, m'),
    'windHeight?': site('windHeight', 'Height of its anemometer above the ground, m', DEFAULT_WIND_HEIGHT),
    'devEui?': about(
      within(textOrNull, { accepts: '16 hexadecimal digits', default: null }),
      'EUI of a LoRaWAN device, by which its network server names it; unique in the company',
    ),
    'mapping?': about(
      within(orNull(mapOf(text)), { default: null }),
      'Where the decoded payload of a LoRaWAN device has what it measures, as in [LoRaWAN](lorawan.md#mapping); null: as The Things Stack normalizes it',
    ),
  }),
  'apiTokens?': listBy('name', {
    name: about(text, 'Purpose of the token'),
    scopes: about(
      within(listOf(text), {
        accepts: `list of at least one of ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}`,
      }),
      'Permissions of the token',
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
  'alerts?': listBy('key', {
    key: key,
    name: about(text, 'Display name'),
    kind: about(
      oneOf(...ALERT_KINDS),
      '`silent`: a device sends nothing; `threshold`: it measures a value beyond a limit',
    ),
    project: about(text, 'Key of the project whose active devices the rule watches'),
    'device?': about(
      within(textOrNull, { default: null }),
      'Device of the project that the rule watches; null: all of them',
    ),
    'metric?': about(
      within(oneOf(...ALERT_METRICS, null), { default: null }),
      'For `threshold`: the value of a weather reading',
    ),
    'above?': about(
      within(numberOrNull, { default: null }),
      'For `threshold`: raised above this value; requires this or `below`',
    ),
    'below?': about(
      within(numberOrNull, { default: null }),
      'For `threshold`: raised below this value; requires this or `above`',
    ),
    for: about(
      within(text, { accepts: 'duration such as `10m`; at most 30 days' }),
      'Time that the condition must last before the alert is raised',
    ),
    'clearBy?': about(
      within(numberOrNull, { accepts: 'number from 0', default: 0 }),
      'For `threshold`: how far inside the limit a value must be to clear the alert',
    ),
    'status?': status,
  }),
  'restRules?': listBy('key', { key, ...REST_RULE_MEMBERS, 'status?': status }),
});
