export const DATE_ORDERS = ['dmy', 'mdy'] as const;
/** What 05/07/2019 is: 5 July or 7 May. Unset: the file must say it otherwise. */
export type DateOrder = (typeof DATE_ORDERS)[number];
