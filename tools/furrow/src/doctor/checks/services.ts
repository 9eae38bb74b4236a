import type { Config } from '@furrow/config';
import { readyFile, readyIn } from '../../ready-file.ts';
import type { Check, Findings } from '../finding.ts';

const TIMEOUT_MS = 5_000;

export const services: Check<Config> = {
  subject: 'services',
  async examine(config, findings) {
    const path = readyFile(config.home);
    const ready = await readyIn(path);
    if (ready === 'unreadable') {
      findings.wrong(`${path} cannot be read.`, 'Run "npm start" again: it writes a new one.');
      return;
    }
    if (ready?.pid !== undefined && !runs(ready.pid)) {
      findings.wrong(
        `${path} is stale: process ${ready.pid}, which wrote it, is gone.`,
        'Run "npm start" again: it replaces the file.',
      );
      return;
    }
    const urls = [
      ['The API', config.api.internalUrl ?? ready?.apiUrl ?? config.api.publicUrl],
      ['The IoT gateway', config.iot.internalUrl ?? ready?.iotUrl ?? config.iot.publicUrl],
    ] as const;
    for (const [name, url] of urls) if (url !== undefined) await ask(name, url, findings);
    findings.elseFine(
      'Their addresses are unknown (no ready.json, INTERNAL_API_URL or PUBLIC_API_URL), so they were not checked.',
    );
  },
};

async function ask(name: string, url: string, findings: Findings): Promise<void> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.ok) {
      findings.fine(`${name} at ${url} is ready.`);
      return;
    }
    const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
    findings.wrong(
      `${name} at ${url} is not ready: ${message ?? `it answers ${answer.status}`}`,
      'See the findings about the database, or its log.',
    );
  } catch (error) {
    const { cause, message } = error as Error;
    findings.wrong(
      `${name} does not answer at ${url}: ${cause instanceof Error ? cause.message || message : message}.`,
      'Start it; its log says why it ended.',
    );
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // the process is alive, but belongs to another user
  }
}
