import { useLingui } from '@lingui/react/macro';
import { useRoles } from '../../app/roles.ts';
import { cornersOf, hectaresOf } from '../../farm/outline.ts';
import { useFormat } from '../format.ts';
import type { Boundary } from '../../scouting/map-shapes.ts';
import { useChoices } from './choices.ts';
import { useFieldTypes } from './field-types.ts';

/** Members that are calendar dates. */
const DATES: ReadonlySet<string> = new Set(['validFrom', 'hire_date']);

/** A value of the farm file as people read it. The states of workers are words of the farm’s own. */
export function useShownValue(kind: string): (member: string, value: unknown) => string {
  const { t } = useLingui();
  const { number, date } = useFormat();
  const choices = useChoices();
  const types: Readonly<Record<string, string>> = useFieldTypes();
  const roles: Readonly<Record<string, string>> = useRoles();
  return (member, value) => {
    if (value === null || value === undefined) return t`none`;
    if (member === 'boundary') {
      const outline = value as Boundary;
      const [corners, hectares] = [number(cornersOf(outline)), number(hectaresOf(outline), 2)];
      return t`${hectares} ha, ${corners} corners`;
    }
    if (Array.isArray(value)) return value.map((each) => roles[String(each)] ?? String(each)).join(', ');
    if (typeof value === 'number') return number(value, 6);
    if (typeof value === 'boolean') return value ? t`yes` : t`no`;
    if (typeof value !== 'string') return JSON.stringify(value);
    if (DATES.has(member)) return date(value);
    if (/^fields\..*\.type$/.test(member)) return types[value] ?? value;
    if (kind === 'worker') return value;
    return member === 'role' ? (roles[value] ?? value) : (choices[member]?.[value] ?? value);
  };
}
