import { useLingui } from '@lingui/react/macro';
import { useRoles } from '../../app/roles.ts';
import { cornersOf, hectaresOf } from '../../farm/outline.ts';
import { useFormat } from '../format.ts';
import type { Boundary } from '../../scouting/map-shapes.ts';
import { useChoices } from './choices.ts';

/** A value of the farm file as people read it. The states of workers are words of the farm’s own. */
export function useShownValue(kind: string): (member: string, value: unknown) => string {
  const { t } = useLingui();
  const { number } = useFormat();
  const choices = useChoices();
  const roles: Readonly<Record<string, string>> = useRoles();
  return (member, value) => {
    if (value === null || value === undefined) return t`none`;
    if (member === 'boundary') {
      const outline = value as Boundary;
      const [corners, hectares] = [number(cornersOf(outline)), number(hectaresOf(outline), 2)];
      return t`${hectares} ha, ${corners} corners`;
    }
    if (Array.isArray(value)) return value.map(String).join(', ');
    if (typeof value === 'number') return number(value, 6);
    if (typeof value !== 'string') return JSON.stringify(value);
    if (kind === 'worker') return value;
    return member === 'role' ? (roles[value] ?? value) : (choices[member]?.[value] ?? value);
  };
}
