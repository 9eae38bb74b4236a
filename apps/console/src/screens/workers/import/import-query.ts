import { bodyOf, dataOf, furrow } from '../../../api/furrow.ts';
import type { WorkerList } from '../../../api/types.ts';
import type { ListedWorker } from './list-rows.ts';

const AT_ONCE = 500;

/** What happens to a row, or would. */
export interface RowOutcome {
  readonly number: number;
  readonly name: string;
  readonly outcome: 'new' | 'known' | 'wrong';
  /** Why it is wrong. */
  readonly message?: string;
}

export async function readList(file: File): Promise<WorkerList> {
  const body = new FormData();
  body.append('file', file);
  return await dataOf(furrow.POST('/api/control/workers/read-list', { body: body as never }));
}

/** Registers the workers, or tells with `dryRun` what would happen to each. */
export async function register(workers: readonly ListedWorker[], dryRun: boolean): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  const seen = new Set<string>();
  for (let from = 0; from < workers.length; from += AT_ONCE) {
    const part = workers.slice(from, from + AT_ONCE);
    const params = { query: { dryRun: dryRun ? ('true' as const) : ('false' as const) } };
    const body = { workers: part.map((worker) => worker.body) as never };
    const { data } = await bodyOf(furrow.POST('/api/control/workers/bulk', { params, body }));
    for (const { index, status, message } of data.results) {
      const { number, body: sent } = part[index] as ListedWorker;
      const name = [sent['first_name'], sent['last_name']].filter(Boolean).join(' ');
      // A dry run does not know who is new in an earlier part.
      const isAgain = seen.has(personIn(sent));
      const outcome = status === 201 && !isAgain ? 'new' : status < 300 ? 'known' : 'wrong';
      if (outcome === 'new') seen.add(personIn(sent));
      outcomes.push({ number, name, outcome, ...(message !== undefined && { message }) });
    }
  }
  return outcomes;
}

/** Equal for rows of the same person, whatever their case, accents and spacing. */
function personIn({
  first_name = '',
  last_name = '',
  hire_date = '',
  document_id = '',
}: ListedWorker['body']): string {
  const folded = [first_name, last_name, document_id].map((text) =>
    text
      .normalize('NFD')
      .replace(/[\p{Mn}\s]/gu, '')
      .toLowerCase(),
  );
  return [...folded, hire_date].join('/');
}
