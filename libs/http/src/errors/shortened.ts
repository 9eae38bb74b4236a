/**
 * A text of unknown origin for an error message: at most `most` UTF-16 units, an ellipsis if it was longer, and a
 * replacement for control characters and lone surrogates, so that none takes more than 3 bytes per unit in JSON.
 */
export function shortened(text: string, most: number): string {
  const cut = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return cut.replace(/\p{Cc}/gu, '\ufffd').toWellFormed();
}
