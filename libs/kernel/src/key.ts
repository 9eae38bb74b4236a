/** In code points, close to what people count: an emoji is one, not two. PostgreSQL counts the same way. */
const MAX = 100;

/** What is wrong with a key of the farm file, whatever kind of object it names; undefined if it is valid. */
export function keyProblem(key: string): string | undefined {
  // A slash would make "north/n1" ambiguous where a sector is named together with its project.
  const fits = /^[^\s/\p{Cc}](?:[^/\p{Cc}]*[^\s/\p{Cc}])?$/u.test(key) && [...key].length <= MAX;
  return fits ? undefined : `must have 1 to ${MAX} characters, without "/" and without spaces around it`;
}
