import type { GpsPosition, SubmitRecordInput } from '@furrow/forms';
import type { ReceivedBody } from '@furrow/http';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import { bytesOfDataUrl } from '@furrow/media';
import type { ReceivedFile } from '../http/bodies/multipart-body.ts';
import { checkedBody } from '../http/bodies/validated.ts';
import { FormRecordBody, type LocationBody } from './form.dto.ts';

/** A record as it was sent. */
export interface Submission {
  readonly input: SubmitRecordInput;
  /** The problems that do not depend on its form; if there are none, `input` is well-formed. */
  readonly problems: readonly FieldProblem[];
}

/**
 * Combines the JSON of a record with files that were sent as parts; it may have both kinds of media.
 * @throws MediaTooLarge
 */
export function submissionOf(
  received: ReceivedBody,
  files: readonly ReceivedFile[],
  strict: boolean,
): Submission {
  const { body, problems } = checkedBody(FormRecordBody, received, strict);
  const media = mediaOf(body, new Set(problems.map(({ field }) => field)));
  return {
    problems: [...problems, ...media.problems],
    input: {
      formId: body.formId,
      formVersion: body.formVersion ?? null,
      clientRecordId: body.clientRecordId,
      recordedAt: body.recordedAt ?? null,
      values: received.members['values'] as SubmitRecordInput['values'],
      location: body.location ? positionOf(body.location) : null,
      forcedLocation: body.forced_location ?? null,
      taskId: body.taskId ?? null,
      media: [...media.files, ...files],
    },
  };
}

function positionOf({ latitude, longitude, accuracy = null }: LocationBody): GpsPosition {
  return { latitude, longitude, accuracy };
}

/** A file with invalid data is still present: its field must not be reported as missing too. */
function mediaOf({ media }: FormRecordBody, wrong: ReadonlySet<string>) {
  const files: ReceivedFile[] = [];
  const problems: FieldProblem[] = [];
  if (!Array.isArray(media) || [...wrong].some((field) => field.startsWith('media')))
    return { files, problems };
  for (const { field, data } of media) {
    try {
      files.push({ field, bytes: bytesOfDataUrl(data, `media.${field}`) });
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      files.push({ field, bytes: Buffer.alloc(0) });
      problems.push(...error.details);
    }
  }
  return { files, problems };
}
