import { DomainError } from '@furrow/kernel';

/** Something of a workbook for which a form has no counterpart. */
export interface XlsFormProblem {
  readonly sheet: string;
  /** From 1, as spreadsheet programs show it. */
  readonly row: number;
  /** The heading of the column. */
  readonly column: string;
  /** In words that follow what is wrong. */
  readonly reason: string;
}

/** As many as somebody reads. */
export const MAX_XLSFORM_PROBLEMS = 1_000;

export class XlsFormUnsupported extends DomainError {
  override readonly code = 'xlsform_unsupported';
  constructor(problems: readonly XlsFormProblem[]) {
    super(
      `The XLSForm has ${problems.length === 1 ? 'a place' : `${problems.length.toLocaleString('en')} places`} for which a form ` +
        'has no counterpart; nothing was changed.',
      { problems },
    );
  }
}

/** The problems of a workbook, in the order in which they were found. */
export class FoundProblems {
  readonly all: XlsFormProblem[] = [];

  add(problem: XlsFormProblem): void {
    if (this.all.length < MAX_XLSFORM_PROBLEMS) this.all.push(problem);
  }

  get isFull(): boolean {
    return this.all.length === MAX_XLSFORM_PROBLEMS;
  }
}
