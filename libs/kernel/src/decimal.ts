import Big from 'big.js';

/**
 * Exact decimal numbers for units and money. JSON carries numbers and PostgreSQL `numeric` as text; between the two
 * nothing may be rounded unintentionally.
 */
export const Decimal = Big;
export type Decimal = Big;

Decimal.strict = false;
