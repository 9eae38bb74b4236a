/** Shares one string among equal ones: every row has its own copy of an id, and a run keeps tens of thousands. */
export class OneOfEach {
  readonly #known = new Map<string, string>();

  of<Text extends string>(text: Text): Text {
    const known = this.#known.get(text) as Text | undefined;
    if (known === undefined) this.#known.set(text, text);
    return known ?? text;
  }
}
