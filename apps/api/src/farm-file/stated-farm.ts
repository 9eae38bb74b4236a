import { FARM_SCHEMA, ITEM_KINDS } from '@furrow/farm-file';
import { FIELD } from '../openapi/form-field.ts';
import * as s from '../openapi/schema.ts';

/** Members that are left out where they would be null. */
const LEFT_OUT = new Set([
  ...['users.idpId', 'payPolicies.group', 'payPolicies.tiers', 'projectWages.group', 'alerts.metric'],
  ...['payRates.worker', 'payRates.position', 'payRates.group'],
]);
/** Members that only alerts of the kind `threshold` have. */
const OF_THRESHOLDS = new Set(['alerts.above', 'alerts.below', 'alerts.clearBy']);

/** Values that the document describes as in other answers. */
const KNOWN: Readonly<Record<string, s.Schema>> = {
  'projects.sectors.boundary': s.orNull(s.anyObject),
  'forms.fields': s.listOf(FIELD),
};

/** What the farm file declares, as an answer states it: with every member, and null only where that is its default. */
function stated(declared: s.Schema, path: string): s.Schema {
  const { type, description, examples, default: standIn = null } = declared;
  const isNull = [type].flat().includes('null') && standIn === null && !('items' in declared);
  const value = KNOWN[path] ?? valueOf(declared, path);
  return s.within(isNull && !LEFT_OUT.has(path) ? s.orNull(value) : value, {
    ...{ description, ...(examples && { examples }) },
  });
}

/** One that is not null, without what is checked of declarations alone. */
function valueOf(declared: s.Schema, path: string): s.Schema {
  const { type, enum: values, format, items, properties, additionalProperties, minimum, maximum } = declared;
  if (properties) return s.object(membersOf(properties, path));
  if (items) return s.listOf(itemOf(items, path));
  if (values) return s.oneOf(...values.filter((value) => typeof value === 'string'));
  if (format === 'local-date') return s.date;
  if (format === 'instant') return s.dateTime;
  if (additionalProperties) return s.mapOf(s.text);
  const [kind] = [type].flat();
  return s.schemaOf({
    type: kind,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  });
}

function membersOf(properties: s.Members, above: string): s.Members {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      const path = above === '' ? name : `${above}.${name}`;
      const isOptional = LEFT_OUT.has(path) || OF_THRESHOLDS.has(path);
      return [isOptional ? `${name}?` : name, stated(member, path)];
    }),
  );
}

/** An item of a section is a component of the document. */
function itemOf(items: s.Schema, path: string): s.Schema {
  const kind = ITEM_KINDS[path.slice(path.lastIndexOf('.') + 1)];
  const item = valueOf(items, path);
  return kind === undefined
    ? item
    : s.within(item, { title: `Farm${kind.charAt(0).toUpperCase()}${kind.slice(1)}` });
}

/** The farm file as `GET /api/control/farm` answers it. */
export const STATED_FARM = valueOf(FARM_SCHEMA, '');
