import { InvalidConfig, loadConfig } from '../config.ts';

/** Every variable that the hosts read, found by recording their reads. */
export function knownVariables(): Set<string> {
  const asked = new Set<string>();
  const watched = (env: Record<string, string>) =>
    new Proxy(env, {
      get(target, name: string) {
        asked.add(name);
        return target[name];
      },
    });
  for (const driver of ['fs', 's3'])
    try {
      loadConfig(watched({ NODE_ENV: 'production', MEDIA_DRIVER: driver }));
    } catch (error) {
      if (!(error instanceof InvalidConfig)) throw error;
    }
  // Every variable may also be given as a file.
  return new Set([...asked].filter((name) => !name.endsWith('_FILE')));
}
