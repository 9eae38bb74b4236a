import { type FormField, hasValue } from '../field.ts';
import { type Condition, operandsOf } from './condition.ts';
import { NotACondition, parseCondition } from './parse.ts';

/**
 * What is wrong with the condition of a field, in words that follow its name.
 *
 * @param before the fields before it, by name. A condition depends on these alone, so that one pass through a form
 *   evaluates every condition and none depends on itself.
 * @param self the field itself, where the condition may refer to its value as `.`
 */
export function conditionProblem(
  text: unknown,
  before: ReadonlyMap<string, FormField>,
  self?: FormField,
): string | undefined {
  if (typeof text !== 'string') return 'must be text';
  let condition: Condition;
  try {
    condition = parseCondition(text);
  } catch (error) {
    if (error instanceof NotACondition) return error.message;
    throw error;
  }
  for (const operand of operandsOf(condition)) {
    if (operand.kind === 'self' && !self) return 'must not refer to ".", which only a constraint may';
    if (operand.kind !== 'field') continue;
    const field = before.get(operand.name);
    if (!field) return `refers to \${${operand.name}}, which is no field before this one`;
    if (!hasValue(field.type)) return `refers to \${${operand.name}}, whose type ${field.type} has no value`;
    if (field.type === 'geopoint')
      return `refers to \${${operand.name}}, whose type geopoint cannot be compared`;
  }
  return optionProblem(condition, (operand) => (operand.kind === 'self' ? self : before.get(operand.name)));
}

type Reference = { readonly kind: 'field'; readonly name: string } | { readonly kind: 'self' };

/** What never holds, because no answer offers it. */
function optionProblem(
  condition: Condition,
  fieldOf: (reference: Reference) => FormField | undefined,
): string | undefined {
  switch (condition.kind) {
    case 'not':
      return optionProblem(condition.of, fieldOf);
    case 'and':
    case 'or':
      return condition.parts
        .map((part) => optionProblem(part, fieldOf))
        .find((problem) => problem !== undefined);
    case 'selected':
      return unknownOption(condition.option, fieldOf(condition.of as Reference), true);
    case 'compare': {
      const { left, right } = condition;
      for (const [one, other] of [
        [left, right],
        [right, left],
      ] as const)
        if (one.kind === 'text' && one.text !== '' && (other.kind === 'field' || other.kind === 'self')) {
          const problem = unknownOption(one.text, fieldOf(other), false);
          if (problem !== undefined) return problem;
        }
      return undefined;
    }
  }
}

function unknownOption(
  option: string,
  field: FormField | undefined,
  isSelection: boolean,
): string | undefined {
  if (!field) return undefined;
  const { name, type, options } = field;
  if (type === 'multiselect' && !isSelection)
    return `compares \${${name}}, of which several may be selected: use selected(\${${name}}, '${option}')`;
  if (type !== 'select' && type !== 'multiselect')
    return isSelection ? `asks for what is selected of \${${name}}, whose type is ${type}` : undefined;
  return options?.includes(option) ? undefined : `names "${option}", which is no option of \${${name}}`;
}
