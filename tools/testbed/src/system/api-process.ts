import { PROGRAMS } from '../processes/programs.ts';
import { type Environment, ServiceProcess } from '../processes/service-process.ts';

const onFreePort = (env: Environment) => ({ FURROW_API_PORT: '0', ...env });

/** The built API in a process of its own, as a supervisor runs it. */
export class ApiProcess {
  private constructor(private readonly service: ServiceProcess<{ readonly url: string }>) {}

  static async start(env: Environment): Promise<ApiProcess> {
    return new ApiProcess(await ServiceProcess.start(PROGRAMS.api, onFreePort(env)));
  }

  /** Starts it with a configuration that it should refuse. */
  static refusal(env: Environment): Promise<{ exit: number | NodeJS.Signals; output: string }> {
    return ServiceProcess.refusal(PROGRAMS.api, onFreePort(env));
  }

  get url(): string {
    return this.service.ready.url;
  }

  get isRunning(): boolean {
    return this.service.isRunning;
  }

  /** Its recent log output. */
  output(): string {
    return this.service.output();
  }

  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    return this.service.end(signal);
  }
}
