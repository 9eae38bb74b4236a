import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const FILLER = '.filler';

/** A small file system in memory, which can be filled to its last block. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /**
   * @param owner the owner of its files
   * @returns undefined if this process may not mount: that takes Linux, and root's rights
   */
  static mount(
    folder: string,
    { megabytes, owner }: { megabytes: number; owner: { uid: number; gid: number } },
  ): SmallDisk | undefined {
    mkdirSync(folder, { recursive: true });
    const options = `size=${megabytes}m,mode=0700,uid=${owner.uid},gid=${owner.gid}`;
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'furrow-small-disk', folder]);
    return status === 0 ? new SmallDisk(folder) : undefined;
  }

  /** Fills it, until the returned function is called. */
  fill(): () => void {
    const filler = join(this.folder, FILLER);
    const file = openSync(filler, 'w');
    try {
      for (const size of [1 << 20, 1 << 12]) writeUntilFull(file, Buffer.alloc(size));
    } finally {
      closeSync(file);
    }
    return () => rmSync(filler);
  }

  unmount(): void {
    // Lazily, so that an open file does not keep it mounted.
    spawnSync('umount', ['--lazy', this.folder]);
  }
}

function writeUntilFull(file: number, chunk: Buffer): void {
  try {
    for (;;) if (writeSync(file, chunk) < chunk.length) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
