/** Something that whoever runs the simulation can set right; its message is all they need to see. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
