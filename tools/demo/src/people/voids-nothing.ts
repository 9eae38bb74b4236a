/** Use cases of the season void nothing, so that none asks what was paid. */
const notAsked = () => Promise.reject(new Error('The season voids nothing.'));
export const voidsNothing = { in: () => ({ holdFreezes: notAsked, paidBy: notAsked }) };
