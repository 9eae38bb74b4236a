/**
 * A text that may be a stranger's, as it is told: at most `most` UTF-16 units, an ellipsis where there was more, and a
 * replacement for control characters and halves of pairs, so that none of it takes more than 3 bytes a unit in JSON.
 */
export function shortened(text: string, most: number): string {
  const told = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return told.replace(/\p{Cc}/gu, '\ufffd').toWellFormed();
}
