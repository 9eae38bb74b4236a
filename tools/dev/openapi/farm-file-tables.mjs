import { table } from './tables.mjs';

/**
 * @typedef {object} Schema a piece of JSON Schema
 * @property {string} [description]
 * @property {string} [accepts] constraints in words that the schema cannot express
 * @property {unknown} [default]
 * @property {string | string[]} [type]
 * @property {string[]} [enum]
 * @property {string} [format]
 * @property {number} [maxLength]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {Schema} [items]
 * @property {string[]} [required]
 * @property {Record<string, Schema>} [properties]
 */

/**
 * One table for each list of the farm file, and for each group that is not a list.
 *
 * @param {Schema} schema of the farm file
 * @returns {Record<string, string>}
 */
export function farmFileTables({ properties = {} }) {
  return Object.fromEntries(Object.entries(properties).flatMap(([name, section]) => tablesOf(name, section)));
}

/** @param {Record<string, number>} mostInUse by section */
export const limitsTable = (mostInUse) =>
  table(
    ['section', 'most in use'],
    Object.entries(mostInUse).map(([section, most]) => [`\`${section}\``, most.toLocaleString('en-US')]),
  );

/**
 * @param {string} name
 * @param {Schema} section
 * @returns {[string, string][]}
 */
function tablesOf(name, section) {
  const members = membersOf(section.items ?? section, '');
  const lists = members.filter(({ member }) => member.items?.properties);
  return [
    [name, table(['member', 'required', 'values', 'default', 'meaning'], members.map(rowOf))],
    ...lists.flatMap(({ path, member }) => tablesOf(`${name}.${path}`, member)),
  ];
}

/**
 * @typedef {{ path: string, member: Schema, required: boolean }} Member
 * @param {Schema} group
 * @param {string} above
 * @returns {Member[]} groups replaced by their members
 */
function membersOf({ properties = {}, required = [] }, above) {
  return Object.entries(properties).flatMap(([name, member]) =>
    member.properties
      ? membersOf(member, `${above}${name}.`)
      : [{ path: `${above}${name}`, member, required: required.includes(name) }],
  );
}

/** @param {Member} member */
function rowOf({ path, member, required }) {
  const isList = member.items?.properties !== undefined;
  const standIn = member.default === undefined ? '' : `\`${JSON.stringify(member.default)}\``;
  return [
    `\`${path}\``,
    required ? 'yes' : '',
    isList ? 'list, see below' : valuesOf(member),
    isList ? '`[]`' : standIn,
    member.description === undefined ? '' : `${member.description}.`,
  ];
}

/**
 * @param {Schema} member
 * @returns {string}
 */
function valuesOf({ accepts, enum: values, format, items, type, maxLength, minimum, maximum }) {
  const orNull = [type].flat().includes('null') && !items ? ', or null' : '';
  if (accepts !== undefined) return accepts + (accepts.endsWith('null') ? '' : orNull);
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (format === 'instant') return `ISO 8601 with \`Z\` or an offset${orNull}`;
  if (items) return `list of ${items.enum ? valuesOf(items) : 'texts'}`;
  if (maxLength !== undefined) return `text of 1 to ${maxLength} characters${orNull}`;
  const kind = [type].flat().includes('boolean') ? '`true` or `false`' : 'number';
  return `${kind}${minimum === undefined ? '' : ` ${minimum}…${maximum}`}${orNull}`;
}
