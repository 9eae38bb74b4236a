import { useEffect } from 'react';

const recording = new Set<symbol>();

/** Whether somebody is recording something that a new page would not have. */
export const isRecording = (): boolean => recording.size > 0;

/** @param isOn whether what the component shows is being recorded */
export function useRecording(isOn = true): void {
  useEffect(() => {
    if (!isOn) return;
    const one = Symbol();
    recording.add(one);
    return () => void recording.delete(one);
  }, [isOn]);
}
