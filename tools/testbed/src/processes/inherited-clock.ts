/** The variables by which libfaketime shifts the clock of a process (tools/dev/process/clock.mjs). */
const VARIABLES = /^(?:LD_PRELOAD|NO_FAKE_STAT|FAKETIME.*)$/;

/** The clock of this process, for children that inherit nothing else of its environment. */
export function inheritedClock(): Record<string, string> {
  if (process.env['FAKETIME'] === undefined) return {};
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = '']) =>
      VARIABLES.test(name) ? [[name, value] as const] : [],
    ),
  );
}
