import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface S3rver {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

/** An S3 server over HTTP that verifies every signature, with one empty bucket. */
export class S3Server {
  static readonly credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  static readonly bucket = 'furrow-media';

  private constructor(
    private readonly server: S3rver,
    private readonly directory: string,
    readonly url: string,
  ) {}

  static async start(): Promise<S3Server> {
    const directory = await mkdtemp(join(tmpdir(), 'furrow-s3-'));
    const Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3rver;
    const server = new Server({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory,
      vhostBuckets: false,
      configureBuckets: [{ name: S3Server.bucket }],
    });
    const { port } = await server.run();
    return new S3Server(server, directory, `http://127.0.0.1:${port}`);
  }

  /** The variables that make a service store its media here. */
  get environment(): Record<string, string> {
    return {
      MEDIA_DRIVER: 's3',
      S3_ENDPOINT: this.url,
      S3_BUCKET: S3Server.bucket,
      S3_ACCESS_KEY_ID: S3Server.credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3Server.credentials.secretAccessKey,
    };
  }

  async stop(): Promise<void> {
    await this.server.close();
    await rm(this.directory, { recursive: true, force: true });
  }
}
