import { table, withTables } from './tables.mjs';

/**
 * @typedef {object} Schema a piece of JSON Schema
 * @property {string} [description]
 * @property {string | string[]} [type]
 * @property {Schema[]} [oneOf]
 * @property {string[]} [required]
 * @property {Record<string, Schema>} [properties]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {unknown[]} [examples]
 */

/**
 * Regenerates the tables of the page for makers of devices.
 *
 * @param {string} page Markdown
 * @param {{ ITEM_SCHEMAS: Record<string, Schema>, MEANING_OF_CODE: Record<string, string> }} telemetry
 * @returns {Promise<string>}
 * @throws Error where the page asks for an unknown table, or leaves one out
 */
export async function deviceTables(page, { ITEM_SCHEMAS, MEANING_OF_CODE }) {
  /** @type {Record<string, string>} */
  const tables = {
    ...Object.fromEntries(Object.entries(ITEM_SCHEMAS).map(([kind, schema]) => [kind, fieldsOf(schema)])),
    errors: table(
      ['code', 'meaning'],
      Object.entries(MEANING_OF_CODE).map(([code, meaning]) => [`\`${code}\``, `${meaning}.`]),
    ),
  };
  return withTables('docs/devices.md', page, tables);
}

/** @param {Schema} schema of an object */
function fieldsOf({ properties = {}, required = [] }) {
  return table(
    ['member', 'required', 'values', 'meaning', 'example'],
    Object.entries(properties).map(([member, field]) => [
      `\`${member}\``,
      required.includes(member) ? 'yes' : '',
      valuesOf(field),
      `${field.description ?? ''}.`,
      `\`${JSON.stringify(field.examples?.[0])}\``,
    ]),
  );
}

/** @param {Schema} field */
function valuesOf({ type, oneOf, minimum, maximum }) {
  const types = [type ?? oneOf?.map((each) => each.type) ?? []].flat(2);
  const range = minimum === undefined ? '' : ` ${minimum}…${maximum}`;
  const main = oneOf ? 'instant' : types.find((each) => each !== 'null');
  return `${main}${range}${types.includes('null') ? ', or null' : ''}`;
}
