import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file that `npm start` writes to FURROW_HOME once everything listens. */
interface Ready {
  readonly apiUrl?: string;
  readonly iotUrl?: string;
  readonly pid?: number;
}

/** @param home the value of FURROW_HOME */
export const readyFile = (home: string): string => join(home, 'ready.json');

/** @returns undefined where nothing has been started */
export async function readyIn(path: string): Promise<Ready | 'unreadable' | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Ready;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'unreadable';
  }
}
