import type { Picker } from './answers.ts';

/** The worker whom a code names: by the company's own code of the worker, in whatever case it was typed. */
export function pickerOf(code: string, pickers: readonly Picker[]): Picker | undefined {
  const asked = code.trim().toUpperCase();
  if (asked === '') return undefined;
  return pickers.find((picker) => picker.code.toUpperCase() === asked || picker.id.toUpperCase() === asked);
}
