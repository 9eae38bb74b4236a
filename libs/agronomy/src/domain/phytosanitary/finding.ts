/** The result of looking for something. Null is not zero: without an assessment nothing is known. */
export const Finding = { notAssessed: 0, absent: 1, present: 2 } as const;
export type Finding = (typeof Finding)[keyof typeof Finding];

/** The combined result of several assessments. @param values counts or amounts, at least 0; null: not assessed */
export function findingOf(values: readonly (number | null)[]): Finding {
  if (values.some((value) => value !== null && value > 0)) return Finding.present;
  return values.some((value) => value !== null) ? Finding.absent : Finding.notAssessed;
}

/**
 * The findings that are attributed to a response when records are counted; null if another response of its record has
 * them.
 */
export interface AttributedFindings {
  /** What the record found of the pest. */
  readonly pest: Finding | null;
  /** What the record found of all its pests. */
  readonly record: Finding | null;
}

/**
 * Attributes the finding of each pest to the record's first response to it, and the finding of the whole record to its
 * first response: counting those counts each record once, however many fields ask for the same pest, and counts can
 * simply be added.
 * @param responses those of one record; a pest is identified by its name
 */
export function attributedFindings(
  responses: readonly { readonly name: string; readonly value: number | null }[],
): AttributedFindings[] {
  const byPest = Map.groupBy(responses, ({ name }) => name);
  return responses.map((response, index) => {
    const samePest = byPest.get(response.name) ?? [];
    return {
      pest: samePest[0] === response ? findingOf(samePest.map(({ value }) => value)) : null,
      record: index === 0 ? findingOf(responses.map(({ value }) => value)) : null,
    };
  });
}
