/**
 * What a host has used of the processor so far, in seconds: unlike the time an answer takes, it stays the same on a
 * machine that is busy with something else.
 * @param url of a host whose /metrics may be read
 */
export async function processorSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith('process_cpu_seconds_total '));
  if (line === undefined) throw new Error(`${url}/metrics does not tell the time of the processor`);
  return Number(line.split(' ')[1]);
}
