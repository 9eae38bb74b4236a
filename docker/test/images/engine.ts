import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

/** Characters shown of a failed command. */
const TOLD = 100;

/** Podman, with the given storage. */
export class Engine {
  constructor(
    private readonly program: string,
    private readonly options: readonly string[],
  ) {}

  /** @throws Error with the output of the engine or the container when it fails */
  async run(...args: string[]): Promise<string> {
    const options = { env: { ...process.env, DISABLE_HC_SYSTEMD: 'true' }, maxBuffer: 1 << 26 };
    try {
      const { stdout } = await promisify(execFile)(this.program, [...this.options, ...args], options);
      return stdout.trim();
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`podman ${args.join(' ').slice(0, TOLD)} …\n${stdout}${stderr}`, { cause: error });
    }
  }

  async succeeds(...args: string[]): Promise<boolean> {
    return this.run(...args).then(
      () => true,
      () => false,
    );
  }

  /** The output of a container so far, stdout and stderr. */
  logs(container: string): Promise<string> {
    return new Promise((resolve) => {
      const child = spawn(this.program, [...this.options, 'logs', '--tail', '40', container]);
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
      child.once('close', () => resolve(said));
    });
  }
}
