/**
 * Makes this process work off what its parent orders and answer each order with its result. It ends with its parent, and
 * with code 1 where an order fails.
 * @param run takes what the parent is typed to send
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
