/** Local hours of a working day. */
export const HOURS = { start: 6.5, end: 14.5 } as const;
