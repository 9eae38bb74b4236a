/** What looking for something came to. Null is not zero: who did not look found nothing out. */
export const Finding = { notAssessed: 0, absent: 1, present: 2 } as const;
export type Finding = (typeof Finding)[keyof typeof Finding];

/** What several looks came to together. @param values counts or amounts, at least 0; null: not assessed */
export function findingOf(values: readonly (number | null)[]): Finding {
  if (values.some((value) => value !== null && value > 0)) return Finding.present;
  return values.some((value) => value !== null) ? Finding.absent : Finding.notAssessed;
}

/** What a response stands for where records are counted; null where another response of its record does. */
export interface Standing {
  /** What the record found of the pest. */
  readonly pest: Finding | null;
  /** What the record found of all its pests. */
  readonly record: Finding | null;
}

/**
 * Lets the first response to a pest stand for what the record found of it, and the first of all for the whole record:
 * counting those counts each record once, however many fields ask for the same pest, and counts can simply be added.
 * @param responses those of one record; a pest is what its name says
 */
export function standingsOf(
  responses: readonly { readonly name: string; readonly value: number | null }[],
): Standing[] {
  const byPest = Map.groupBy(responses, ({ name }) => name);
  return responses.map((response, index) => {
    const samePest = byPest.get(response.name) ?? [];
    return {
      pest: samePest[0] === response ? findingOf(samePest.map(({ value }) => value)) : null,
      record: index === 0 ? findingOf(responses.map(({ value }) => value)) : null,
    };
  });
}
