/**
 * Runs the orders that the parent process sends and answers each with its result. The process ends with its parent, and
 * with code 1 when an order fails.
 * @param run receives orders of the type that the parent sends
 */
export function workOff(run: (order: never) => Promise<object>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (order) => {
    run(order as never).then(
      (result) => process.send?.(result),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
