/**
 * The processor time that a host has used so far, in seconds. Unlike response times it does not depend on the load of
 * the machine.
 * @param url of a host whose /metrics may be read
 */
export async function processorSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith('process_cpu_seconds_total '));
  if (line === undefined) throw new Error(`${url}/metrics does not tell the time of the processor`);
  return Number(line.split(' ')[1]);
}
