import { setImmediate as nextTurn } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { UnreadableWorkbook } from './unreadable-workbook.ts';

const MAX_DEPTH = 64;
/** In characters: a cell has 32,767, each of which may be written with ten. */
const MAX_TEXT = 400_000;
/** Between two tags, and in a tag: far more than any program writes. */
const MAX_QUIET = MAX_TEXT;
/** Parsing this many takes some milliseconds. */
const SLICE = 65_536;

/** An element, by its name without a prefix. */
export interface Element {
  readonly name: string;
  attribute(name: string): string | undefined;
}

/** What is called for each part of a document, in its order. */
export interface XmlHandler {
  open?(element: Element): void;
  text?(text: string): void;
  close?(name: string): void;
  /** True: nothing more is needed of the document. */
  isDone?(): boolean;
}

/**
 * Parses XML as it arrives, without a document type definition and without entities but the five of XML.
 * @throws UnreadableWorkbook, and whatever the handler throws
 */
export async function parseXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  let quiet = 0;
  const parser = parserFor(handler, () => (quiet = 0));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += SLICE) {
      const text = decoded(decoder, chunk.subarray(at, at + SLICE));
      quiet += text.length;
      parser.write(text);
      if (quiet > MAX_QUIET) throw tooLong();
      if (handler.isDone?.()) return;
    }
    await nextTurn();
  }
  parser.write(decoded(decoder)).close();
}

/** @param heard called at each tag */
function parserFor(handler: XmlHandler, heard: () => void): SaxesParser<{ xmlns: true }> {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  parser.on('error', () => {
    throw damaged();
  });
  parser.on('doctype', () => {
    throw new UnreadableWorkbook('contains a document type definition, which no spreadsheet program writes');
  });
  parser.on('opentag', (tag) => {
    heard();
    depth += 1;
    if (depth > MAX_DEPTH) throw damaged();
    handler.open?.(new TagElement(tag));
  });
  parser.on('text', (text) => handler.text?.(bounded(text)));
  parser.on('cdata', (text) => handler.text?.(bounded(text)));
  parser.on('closetag', (tag) => {
    heard();
    depth -= 1;
    handler.close?.(tag.local);
  });
  return parser;
}

class TagElement implements Element {
  constructor(private readonly tag: SaxesTagNS) {}

  get name(): string {
    return this.tag.local;
  }

  attribute(name: string): string | undefined {
    return this.tag.attributes[name]?.value;
  }
}

function bounded(text: string): string {
  if (text.length > MAX_TEXT) throw tooLong();
  return text;
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes?: Buffer): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw damaged();
  }
}

const tooLong = () => new UnreadableWorkbook('contains a text that is longer than a cell may be');

const damaged = () =>
  new UnreadableWorkbook('is damaged: open it in a spreadsheet program and save it again');
