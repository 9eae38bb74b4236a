import { type Clock, DomainError, type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { FormUser, RecordDraft } from '../../domain/index.ts';
import { resolveDraft } from './resolve-draft.ts';
import type { FormsTransactions } from '../ports.ts';
import type { SubmitRecordInput } from './submit-record.ts';

/** Validates an already refused record against its form, so that its author learns of every problem at once. */
export class ExamineRecord {
  constructor(
    private readonly transactions: FormsTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param input may hold anything at the members that `problems` name
   * @param problems what is wrong whatever the form, by member: `location.latitude`, `media[0]`
   * @returns these, and then what the form's version does not accept
   */
  async execute(
    companyId: string,
    user: FormUser,
    input: SubmitRecordInput,
    problems: readonly FieldProblem[],
  ): Promise<readonly FieldProblem[]> {
    const wrong = new Set(problems.map(({ field }) => field));
    if (wrong.has('formId') || wrong.has('values')) return problems;
    const draft = draftForForm(input, wrong);
    const more = await this.transactions.run(companyId, async (repositories) => {
      try {
        await resolveDraft(repositories, user, draft, null, this.clock.now());
        return [];
      } catch (error) {
        if (error instanceof ValidationFailed) return error.details;
        // A missing form, or one that this user may not see, is reported once the body is valid.
        if (error instanceof DomainError) return [];
        throw error;
      }
    });
    const mediaUnread = [...wrong].some((field) => field === 'media' || field.startsWith('media['));
    return [
      ...problems,
      ...more.filter(({ field }) => !wrong.has(field) && !(mediaUnread && field.startsWith('media.'))),
    ];
  }
}

function draftForForm(input: SubmitRecordInput, wrong: ReadonlySet<string>): RecordDraft {
  return {
    formId: input.formId,
    formVersion: wrong.has('formVersion') ? null : input.formVersion,
    clientRecordId: '',
    recordedAt: null,
    values: input.values,
    gps: null,
    forced: null,
    taskId: wrong.has('taskId') ? null : input.taskId,
    media: input.media.map(({ field }) => ({ field, digest: '' })),
  };
}
