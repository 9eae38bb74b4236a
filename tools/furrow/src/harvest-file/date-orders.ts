export const DATE_ORDERS = ['dmy', 'mdy'] as const;
/** How to read 05/07/2019: as 5 July or 7 May. Undefined: the file must determine it otherwise. */
export type DateOrder = (typeof DATE_ORDERS)[number];
