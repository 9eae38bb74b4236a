export { type AssignmentId, type BadgeAssignment, type BadgeChange, BadgeHistory } from './badge.ts';
export {
  BADGE_CODE_ACCEPTED,
  BADGE_CODE_PATTERN,
  checkBadgeCode,
  hasCheckCharacter,
  isBadgeCode,
  MAX_BADGE_CODE,
  newBadgeCode,
} from './badge-code.ts';
export { folded } from './folding.ts';
export { documentKey, nameKey } from './person-key.ts';
export { nameOf, Roster, type RosterEntry } from './roster.ts';
export { codeStem, codeText, initials, type WorkerCode } from './worker-code.ts';
export {
  changedDetails,
  checkChanges,
  checkedDetails,
  type WorkerDetails,
  type WorkerDraft,
} from './worker-details.ts';
export { MAX_OPTION, OPTION_FIELDS, type OptionField, WorkerOptions } from './worker-options.ts';
export {
  ALWAYS,
  LEFT_STATUS,
  type Person,
  personOf,
  samePerson,
  Worker,
  type WorkerId,
  type WorkerState,
} from './worker.ts';
export {
  BadgeNotFound,
  EndsInFuture,
  ShiftEnded,
  ShiftIsVoid,
  ShiftNotFound,
  ShiftTooLong,
  WorkerExists,
} from './errors.ts';
export {
  type Break,
  BREAK_KINDS,
  type BreakKind,
  breakTime,
  MAX_BREAKS,
  MAX_SHIFT_HOURS,
  type ShiftSpan,
  spanProblems,
} from './shift-span.ts';
export {
  Shift,
  SHIFT_KINDS,
  type ShiftDraft,
  newShiftId,
  type ShiftId,
  type ShiftKind,
  type ShiftState,
} from './shift.ts';
