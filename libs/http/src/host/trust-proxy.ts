/** TRUST_PROXY as Express takes it: `true`, a number of hops, or a list of addresses. */
export function trustOf(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}
