/** Where clients reach the API: PUBLIC_API_URL, else where it listens, which shows once it does. */
export class PublicAddress {
  #listening: string | undefined;

  constructor(private readonly configured: string | undefined) {}

  /** @param url without a slash at its end */
  listensAt(url: string): void {
    this.#listening = url;
  }

  get url(): string {
    const url = this.configured ?? this.#listening;
    if (url === undefined) throw new Error('The address of the API is not known yet');
    return url;
  }
}
