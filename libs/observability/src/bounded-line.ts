const MAX_LINE = 16_384;
const MAX_TEXT = 2_000;

/**
 * A line of the log, as JSON with its line feed, within the limits of log collectors: in a line longer than 16,384
 * characters each text keeps its first 2,000; if that is not enough, only the time, the request and the message stay.
 */
export function boundedLine(line: string): string {
  if (line.length <= MAX_LINE) return line;
  try {
    const entry = JSON.parse(line, shortened) as Record<string, unknown>;
    const cut = `${JSON.stringify(entry)}\n`;
    if (cut.length <= MAX_LINE) return cut;
    const { level, time, requestId, msg } = entry;
    return `${JSON.stringify({ level, time, requestId, msg, cutFrom: line.length })}\n`;
  } catch {
    return `${JSON.stringify({ msg: line.slice(0, MAX_TEXT), cutFrom: line.length })}\n`;
  }
}

function shortened(_name: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
}
