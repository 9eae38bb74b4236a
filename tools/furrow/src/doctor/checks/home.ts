import { access, constants, statfs } from 'node:fs/promises';
import type { Config } from '@furrow/config';
import type { Check, Findings } from '../finding.ts';

const MB = 1_048_576;
const WRONG_MB = 256;
const WARNING_MB = 1_024;

export const home: Check<Config> = {
  subject: 'FURROW_HOME',
  async examine({ home: folder }, findings) {
    try {
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      unusable(folder, (error as NodeJS.ErrnoException).code, findings);
      return;
    }
    const { bavail, bsize } = await statfs(folder);
    const free = Math.floor((bavail * bsize) / MB);
    const advice = 'Free disk space, or set FURROW_HOME to another disk.';
    if (free < WRONG_MB) findings.wrong(`The disk of ${folder} has ${free} MB left.`, advice);
    else if (free < WARNING_MB) findings.warning(`The disk of ${folder} has ${free} MB left.`, advice);
    else findings.fine(`${folder} is writable, and its disk has ${free} MB left.`);
  },
};

/** @param code the system error that prevents reading or writing it */
export function unusable(folder: string, code: string | undefined, findings: Findings): void {
  if (code === 'ENOENT') findings.fine(`${folder} is not made yet.`);
  // Intended in containers: what is kept there is a mount of its own, which the media check writes to.
  else if (code === 'EROFS') findings.fine(`${folder} is read-only: everything it needs is provided.`);
  else findings.wrong(`${folder} cannot be read and written.`, 'Make the user that runs Furrow its owner.');
}
