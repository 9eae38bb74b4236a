/** One scrape: samples by series as written, and the names of all metrics, including those without samples. */
export interface Scrape {
  readonly samples: ReadonlyMap<string, number>;
  readonly names: ReadonlySet<string>;
}

export async function scrape(url: string, token?: string): Promise<Scrape> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/metrics`, { headers });
  if (answer.status !== 200) throw new Error(`No metrics: ${answer.status} ${await answer.text()}`);
  const samples = new Map<string, number>();
  const names = new Set<string>();
  for (const line of (await answer.text()).split('\n')) {
    const [, name, type] = /^# TYPE (\S+) (\S+)/.exec(line) ?? [];
    if (name !== undefined) {
      const parts =
        type === 'histogram' ? ['_bucket', '_sum', '_count'] : type === 'summary' ? ['_sum', '_count'] : [''];
      for (const part of ['', ...parts]) names.add(name + part);
    }
    const [, series, value] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
    if (series !== undefined) samples.set(series, Number(value));
  }
  return { samples, names };
}
