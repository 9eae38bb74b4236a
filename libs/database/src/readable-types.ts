import pg from 'pg';

const DATE = 1082;
const INT8 = 20;
const TEXT_ARRAY = 1009;
/** Elements that PostgreSQL does not quote, in one dimension. */
const PLAIN_ARRAY = /^\{[^{}"\\]+\}$/;

/** Of thousands of ids; the driver reads arrays one character at a time. Undefined if it has to. */
function plainArrayIn(text: string): (string | null)[] | undefined {
  if (!PLAIN_ARRAY.test(text)) return undefined;
  return text
    .slice(1, -1)
    .split(',')
    .map((element) => (element === 'NULL' ? null : element));
}

/** `date` stays text (an instant would need a zone), counts are numbers, `numeric` stays exact text. */
export const readableTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
    if (oid === DATE) return (text: string) => text;
    if (oid === INT8) return Number;
    const parser = (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format);
    if (oid !== TEXT_ARRAY || format === 'binary') return parser;
    return (text: string) => plainArrayIn(text) ?? (parser as (text: string) => unknown)(text);
  },
};
