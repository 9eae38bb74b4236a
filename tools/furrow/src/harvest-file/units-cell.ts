import type { Separator } from './csv-file.ts';

const PLAIN = /^\d+(?:\.\d+)?$/;
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const GROUPED_BY_POINTS = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/;
const DECIMAL_COMMA = /^\d+,\d+$/;

/**
 * The number in a cell as exact decimal text, or an error message. Accepts 4.5, 4,5, 1,234.5, 1.234,5 and
 * 1 234,5. 1,234 means 1.234 where semicolons or tabs separate the cells; where commas do, it is ambiguous and refused,
 * because workers are paid by it.
 */
export function unitsIn(text: string, separator: Separator): { units: string } | { problem: string } {
  const number = text.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/gu, '').replace(/^\+/, '');
  if (PLAIN.test(number)) return { units: number };
  const groupsOfThree = GROUPED.test(number);
  if (groupsOfThree && /^\d+,\d{3}$/.test(number)) {
    if (separator === ',')
      return { problem: `"${text}" is ambiguous: write it without a comma, or with a decimal point` };
    return { units: number.replace(',', '.') };
  }
  if (groupsOfThree) return { units: number.replaceAll(',', '') };
  if (GROUPED_BY_POINTS.test(number)) return { units: number.replaceAll('.', '').replace(',', '.') };
  if (DECIMAL_COMMA.test(number)) return { units: number.replace(',', '.') };
  return { problem: `"${text}" is not a number of units above 0` };
}
