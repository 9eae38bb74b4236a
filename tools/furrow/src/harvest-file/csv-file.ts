import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { parse } from 'csv-parse';
import { unguardedText } from '@furrow/kernel';
import { Refusal } from '../refusal.ts';

/** A line of the file, or its problem. A quoted cell may span several lines; the last line number counts. */
export type CsvLine =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly problem: string };

/** Longer than any real line, because an unclosed quote would otherwise consume the rest of the file. */
const MAX_LINE = 65_536;
const ENDLESS: readonly string[] = ['CSV_MAX_RECORD_SIZE', 'CSV_QUOTE_NOT_CLOSED'];
const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/**
 * A CSV file as spreadsheets write it: UTF-8 or UTF-16, with or without a byte order mark, with any common separator.
 */
export class CsvFile {
  #read = 0;

  private constructor(
    private readonly path: string,
    private readonly size: number,
    readonly separator: Separator,
  ) {}

  /** @throws Refusal */
  static async at(path: string): Promise<CsvFile> {
    try {
      const { size } = await stat(path);
      return new CsvFile(path, size, separatorOf(await beginning(path)));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal(`${path} cannot be read: ${(error as Error).message}.`, { cause: error });
    }
  }

  /** The share of the file that has been read, from 0 to 1. */
  get progress(): number {
    return this.size === 0 ? 1 : this.#read / this.size;
  }

  /**
   * Iterates over all lines but empty ones, from the beginning on each call.
   * @throws Refusal where the rest of the file cannot be parsed
   */
  async *lines(): AsyncGenerator<CsvLine, void> {
    this.#read = 0;
    const broken: CsvLine[] = [];
    let endless: Error | undefined;
    const source = createReadStream(this.path);
    source.on('data', (chunk) => (this.#read += chunk.length));
    const parser = source.pipe(
      parse({
        bom: true,
        delimiter: this.separator,
        info: true,
        max_record_size: MAX_LINE,
        relax_column_count: true,
        skip_empty_lines: true,
        skip_records_with_empty_values: true,
        skip_records_with_error: true,
        trim: true,
        on_skip: (error) => {
          if (error && ENDLESS.includes(error.code)) endless ??= error;
          else if (error) broken.push({ line: Number(error['lines']), problem: sentenceFor(error) });
          return undefined;
        },
      }),
    );
    source.on('error', (error) => parser.destroy(error));
    try {
      for await (const { record, info } of parser as AsyncIterable<Parsed>) {
        // The parser reads ahead and reports problems of later lines early.
        while (broken[0] !== undefined && broken[0].line < info.lines) yield* broken.splice(0, 1);
        if (endless) break;
        if (info.lines === 1 && /^sep=.?$/i.test(record.join(''))) continue; // Excel writes this line first
        if (record.some((cell) => cell.includes('\uFFFD')))
          throw new Refusal(`${this.path} is not UTF-8 (line ${info.lines}): save it as "CSV UTF-8".`);
        yield { line: info.lines, cells: record.map(unguardedText) };
      }
      if (endless) throw endless;
      yield* broken;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const { code, message, lines } = error as { code?: string; message: string; lines?: number };
      if (ENDLESS.includes(code ?? ''))
        throw new Refusal(
          `A quote that opens before line ${lines ?? 0} of ${this.path} is never closed: correct it and import again.`,
        );
      throw new Refusal(`${this.path} cannot be read: ${message}.`, { cause: error });
    } finally {
      source.destroy();
    }
  }
}

interface Parsed {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

function sentenceFor(error: Error): string {
  return `is not valid CSV: ${error.message.replace(/ at line \d.*/s, '')}`;
}

async function beginning(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_LINE), 0, MAX_LINE, 0);
    const bytes = buffer.subarray(0, bytesRead);
    return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
  } finally {
    await file.close();
  }
}

/** The most frequent one in the first line, outside of quotes. */
function separatorOf(text: string): Separator {
  const stated = /^\uFEFF?sep=(.)/i.exec(text)?.[1];
  const first =
    text
      .replace(/^\uFEFF/, '')
      .replace(/"[^"]*"/g, '')
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? '';
  const counts = SEPARATORS.map((separator) => first.split(separator).length - 1);
  return (
    SEPARATORS.find((separator) => separator === stated) ??
    SEPARATORS[counts.indexOf(Math.max(...counts))] ??
    ','
  );
}
