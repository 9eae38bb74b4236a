import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { StreamedAnswer } from '../http/streamed-answer.ts';

type Members = Readonly<Record<string, unknown>>;

/** The characters that are written at once. */
const PIECE = 16_384;

/** Other requests are served between two pieces: the YAML of a thousand outlines takes a second. */
export async function sendPieces(texts: Iterable<string>, answer: StreamedAnswer, tail = ''): Promise<void> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    await answer.write([piece]);
    piece = '';
    await nextTurn();
  }
  answer.end(piece + tail);
}

/** A farm file as YAML, one item at a time, each sector by itself. */
export function* yamlOf(farm: Members): Generator<string> {
  for (const [section, content] of Object.entries(farm)) {
    if (isList(content)) yield* yamlList(section, content, '');
    else yield stringify({ [section]: content });
  }
}

function* yamlList(name: string, items: readonly Members[], indent: string): Generator<string> {
  yield `${indent}${name}:${items.length === 0 ? ' []' : ''}\n`;
  for (const { sectors, ...members } of items) {
    yield stringify([members]).replace(/^(?=.)/gmu, indent);
    if (isList(sectors)) yield* yamlList('sectors', sectors, `${indent}  `);
  }
}

/** The same as JSON. */
export function* jsonOf(farm: Members): Generator<string> {
  let before = '{';
  for (const [section, content] of Object.entries(farm)) {
    yield `${before}${JSON.stringify(section)}:`;
    if (isList(content)) yield* jsonList(content);
    else yield JSON.stringify(content);
    before = ',';
  }
  yield '}';
}

function* jsonList(items: readonly Members[]): Generator<string> {
  yield '[';
  for (const [index, { sectors, ...members }] of items.entries()) {
    if (index > 0) yield ',';
    const text = JSON.stringify(members);
    if (!isList(sectors)) yield text;
    else {
      yield `${text.slice(0, -1)},"sectors":`;
      yield* jsonList(sectors);
      yield '}';
    }
  }
  yield ']';
}

const isList = (value: unknown): value is readonly Members[] => Array.isArray(value);
