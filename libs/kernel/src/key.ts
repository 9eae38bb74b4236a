/** Characters as people count them, or nearly: one emoji is one, not two. PostgreSQL counts them likewise. */
const MAX = 100;

/**
 * What is wrong with the key by which the farm file names a thing, whatever kind of thing it is; undefined when nothing
 * is.
 */
export function keyProblem(key: string): string | undefined {
  // A slash would make "north/n1" ambiguous where a sector is named together with its project.
  const fits = /^[^\s/\p{Cc}](?:[^/\p{Cc}]*[^\s/\p{Cc}])?$/u.test(key) && [...key].length <= MAX;
  return fits ? undefined : `must be 1 to ${MAX} characters, without "/" and without spaces around it`;
}
