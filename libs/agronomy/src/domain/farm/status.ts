/** Nothing is ever deleted, because past records refer to it. What is no longer used is inactive. */
export type Status = 'active' | 'inactive';
