/** The table that lies where companies do; all others are colocated with it. */
export const PLACEMENT_TABLE = 'audit.entries';
