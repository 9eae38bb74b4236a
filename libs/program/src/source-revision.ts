import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * @param folder a folder of the repository
 * @returns the short commit, with `+` where tracked files differ from it; null outside a repository
 */
export async function sourceRevision(folder: string): Promise<string | null> {
  try {
    const git = async (...args: string[]) =>
      (await promisify(execFile)('git', ['-C', folder, ...args])).stdout.trim();
    const dirty = await git('status', '--porcelain', '--untracked-files=no');
    return `${await git('rev-parse', '--short', 'HEAD')}${dirty ? '+' : ''}`;
  } catch {
    return null;
  }
}
