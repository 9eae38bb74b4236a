import { readFileSync } from 'node:fs';

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** Reads environment variables one by one and collects every problem, so that all are reported at once. */
export class Variables {
  readonly problems: string[] = [];
  readonly #invalid = new Set<string>();
  /** Each is read once, though a variable may be requested more than once. */
  readonly #files = new Map<string, string>();

  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {}

  /** Variables that are set, directly or as a file, and wrong, or that require others which are missing. */
  get invalid(): readonly string[] {
    return [...this.#invalid];
  }

  /** Production requires what is then left out, so it is a cause of all. */
  #invalidate(...names: readonly string[]): void {
    for (const name of ['NODE_ENV', ...names].flatMap((it) => [it, `${it}_FILE`]))
      if (this.env[name]) this.#invalid.add(name);
  }

  /** An empty value counts as unset. Any value may be in a file instead, whose path is in `NAME_FILE`. */
  text(name: string): string | undefined {
    return this.env[name] || this.#fileOf(name);
  }

  #fileOf(name: string): string | undefined {
    const path = this.env[`${name}_FILE`];
    if (!path) return undefined;
    const known = this.#files.get(path);
    if (known !== undefined) return known || undefined;
    let text = '';
    try {
      text = readFileSync(path, 'utf8').trim();
      if (text === '') this.#refuseFile(name, `${path}, which is empty`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      this.#refuseFile(name, `${path}, which cannot be read (${code ?? 'unknown'})`);
    }
    this.#files.set(path, text);
    return text || undefined;
  }

  #refuseFile(name: string, why: string): void {
    this.problems.push(`${name}_FILE is ${why}`);
    this.#invalidate(name);
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    return this.refuse(name, `a whole number from ${min} to ${max}`, fallback);
  }

  fraction(name: string, fallback: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (/^(?:\d+|\d*\.\d+)(?:e[+-]?\d+)?$/i.test(text) && value <= 1) return value;
    return this.refuse(name, 'a number from 0 to 1', fallback);
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.text(name);
    if (text === undefined) return fallback;
    if (text === 'true' || text === 'false') return text === 'true';
    return this.refuse(name, 'true or false', fallback);
  }

  oneOf<T extends string>(name: string, accepted: readonly T[], fallback: T): T {
    const text = this.text(name);
    if (text === undefined) return fallback;
    if ((accepted as readonly string[]).includes(text)) return text as T;
    return this.refuse(name, `one of ${accepted.join(', ')}`, fallback);
  }

  /** Seconds of a duration such as `90s`, `15m`, `1h` or `7d`. */
  seconds(name: string, fallback: number, max: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const [, digits, unit] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
    const value = Number(digits) * SECONDS[unit as keyof typeof SECONDS];
    if (value >= 1 && value <= max) return value;
    return this.refuse(name, `a duration such as 90s, 15m or 1h, of at most ${durationText(max)}`, fallback);
  }

  /** A signing key, long enough that it cannot be guessed. */
  secret(name: string, minLength: number): string | undefined {
    const text = this.text(name);
    if (text === undefined || text.length >= minLength) return text;
    return this.refuse<string | undefined>(
      name,
      `a random text of at least ${minLength} characters`,
      undefined,
    );
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    return this.refuse<string | undefined>(
      name,
      `a URL beginning with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      undefined,
    );
  }

  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  refuse<T>(name: string, accepts: string, fallback: T): T {
    // The value itself may be a secret; only the name is reported.
    this.problems.push(`${name} must be ${accepts}`);
    this.#invalidate(name);
    return fallback;
  }

  /** @param askedBy the variables that require it, besides production */
  missing(name: string, why: string, askedBy: readonly string[] = []): void {
    this.problems.push(`${name} is missing: ${why}`);
    this.#invalidate(...askedBy);
  }
}

/** In the largest unit of which it is a multiple, such as `1h`. */
function durationText(seconds: number): string {
  const unit = (['d', 'h', 'm', 's'] as const).find((each) => seconds % SECONDS[each] === 0) ?? 's';
  return `${seconds / SECONDS[unit]}${unit}`;
}
