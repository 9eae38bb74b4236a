import pg from 'pg';

const DATE = 1082;
const INT8 = 20;

/** `date` stays text (an instant would need a zone), counts are numbers, `numeric` stays exact text. */
export const readableTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
    if (oid === DATE) return (text: string) => text;
    if (oid === INT8) return Number;
    return (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format);
  },
};
