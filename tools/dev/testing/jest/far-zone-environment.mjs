import NativeEnvironment from '../native/environment.mjs';

/**
 * Far from UTC, with daylight saving and an offset of a quarter of an hour, so that dependence on the machine's zone
 * shows.
 */
const FAR_ZONE = 'Pacific/Chatham';

/** Runs a file as on a machine in that zone, with modules loaded under it, in any worker process. */
export default class FarZoneEnvironment extends NativeEnvironment {
  /** @override */
  registry = 'far-zone';

  /** @override */
  async setup() {
    await super.setup();
    // Node.js forwards the change to V8. The variable is restored with the rest of the environment.
    process.env.TZ = FAR_ZONE;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (timeZone !== FAR_ZONE) throw new Error(`The time zone is still ${timeZone}.`);
  }
}
