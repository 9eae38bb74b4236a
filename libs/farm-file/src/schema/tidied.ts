import type { FieldProblem } from '@furrow/kernel';

/** The document with every text in Unicode NFC. Reports U+0000, which PostgreSQL cannot store. */
export function tidied(value: unknown, path: string, problems: FieldProblem[]): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0'))
      problems.push({ field: path || 'the file', message: 'must not contain U+0000' });
    return value.normalize('NFC');
  }
  if (Array.isArray(value)) return value.map((item, index) => tidied(item, `${path}[${index}]`, problems));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      tidied(member, path ? `${path}.${name}` : name, problems),
    ]),
  );
}
