/** An error that the user can correct; its message is all that is printed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
