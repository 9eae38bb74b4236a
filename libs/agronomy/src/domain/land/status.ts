/** Nothing is ever deleted: history points at it. What is no longer used is inactive. */
export type Status = 'active' | 'inactive';
