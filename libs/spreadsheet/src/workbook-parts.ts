import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { UnreadableWorkbook } from './unreadable-workbook.ts';

const MB = 1_048_576;
/** A workbook has a dozen; one with a picture in each row has more. */
const MAX_PARTS = 2_000;
/** Of all parts that are read together. A parser takes 30 MB in a second. */
const MAX_UNPACKED = 20 * MB;
/** The first bytes of a file of Word 97 or Excel 97, and of a workbook with a password. */
const COMPOUND_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const ZIP = Buffer.from('PK');

/** The files in a workbook, each unpacked when it is read. */
export class WorkbookParts {
  #unpacked = 0;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws UnreadableWorkbook */
  static async of(bytes: Buffer): Promise<WorkbookParts> {
    if (bytes.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE))
      throw new UnreadableWorkbook(
        'is an old .xls file or has a password: save it as .xlsx without a password',
      );
    if (!bytes.subarray(0, ZIP.length).equals(ZIP)) throw new UnreadableWorkbook('is no .xlsx file');
    try {
      const zip = await fromBufferPromise(bytes, { lazyEntries: true });
      if (zip.entryCount > MAX_PARTS)
        throw new UnreadableWorkbook(`has more than ${MAX_PARTS.toLocaleString('en')} files inside`);
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        const name = entry.fileName.toLowerCase();
        if (entries.has(name)) throw new UnreadableWorkbook('contains two files of one name');
        entries.set(name, entry);
      }
      return new WorkbookParts(zip, entries);
    } catch (error) {
      throw asUnreadable(error);
    }
  }

  has(path: string): boolean {
    return this.entries.has(path.toLowerCase());
  }

  /**
   * The bytes of a part as they are unpacked.
   * @throws UnreadableWorkbook where it is missing or damaged, or all parts together are too large
   */
  async *read(path: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(path.toLowerCase());
    if (entry === undefined) throw new UnreadableWorkbook('lacks a file that every workbook has');
    if (this.#unpacked + entry.uncompressedSize > MAX_UNPACKED) throw tooLarge();
    let stream: Readable | undefined;
    try {
      stream = await this.zip.openReadStreamPromise(entry);
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        this.#unpacked += chunk.length;
        if (this.#unpacked > MAX_UNPACKED) throw tooLarge();
        yield chunk;
      }
    } catch (error) {
      throw asUnreadable(error);
    } finally {
      stream?.destroy();
    }
  }
}

const tooLarge = () => new UnreadableWorkbook(`has more than ${MAX_UNPACKED / MB} MB when it is unpacked`);

/** Whatever the archive's reader says is about the archive. */
function asUnreadable(error: unknown): UnreadableWorkbook {
  return error instanceof UnreadableWorkbook
    ? error
    : new UnreadableWorkbook('is damaged: open it in a spreadsheet program and save it again');
}
