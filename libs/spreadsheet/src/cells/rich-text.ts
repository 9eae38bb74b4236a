/** The text of a shared or inline text: its runs joined, without what tells how to pronounce it. */
export class RichText {
  #parts: string[] = [];
  #isText = false;
  #phonetic = 0;

  get whole(): string {
    // Characters that XML cannot contain are written `_x000D_`.
    return this.#parts
      .join('')
      .replaceAll(/_x([0-9A-F]{4})_/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }

  clear(): void {
    this.#parts = [];
  }

  open(name: string): void {
    if (name === 'rPh') this.#phonetic += 1;
    this.#isText = name === 't' && this.#phonetic === 0;
  }

  add(text: string): void {
    if (this.#isText) this.#parts.push(text);
  }

  close(name: string): void {
    if (name === 'rPh') this.#phonetic -= 1;
    if (name === 't') this.#isText = false;
  }
}
