/** The public address of the API: PUBLIC_API_URL, else the address where it listens, which is known once it does. */
export class PublicAddress {
  #listening: string | undefined;

  constructor(private readonly configured: string | undefined) {}

  /** @param url without a trailing slash */
  listensAt(url: string): void {
    this.#listening = url;
  }

  get url(): string {
    const url = this.configured ?? this.#listening;
    if (url === undefined) throw new Error('The address of the API is not known yet');
    return url;
  }
}
