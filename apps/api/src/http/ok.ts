/** The body of a success. */
export const ok = <const T, const More extends object>(data: T, more?: More) =>
  ({ status: 'success', data, ...more }) as { readonly status: 'success'; readonly data: T } & More;
