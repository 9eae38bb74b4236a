/** What a scan was: the crew boss hears, feels and sees it without looking twice. */
export type Signal = 'good' | 'joined' | 'repeated' | 'unknown' | 'failed';

/** Frequency in hertz and length in seconds of each tone, one after the other. */
const TONES: Readonly<Record<Signal, readonly (readonly [hertz: number, seconds: number])[]>> = {
  good: [[1_320, 0.09]],
  joined: [[1_760, 0.04]],
  repeated: [
    [880, 0.09],
    [880, 0.09],
  ],
  unknown: [[220, 0.35]],
  failed: [
    [220, 0.25],
    [160, 0.45],
  ],
};
const VIBRATIONS: Readonly<Record<Signal, readonly number[]>> = {
  good: [40],
  joined: [20],
  repeated: [40, 60, 40],
  unknown: [250],
  failed: [300, 100, 300],
};
const PAUSE_SECONDS = 0.06;

let audio: AudioContext | undefined;

/** Sounds and vibrates, where the phone can. A browser allows sound once somebody has touched the page. */
export function signal(kind: Signal): void {
  // iOS has no vibration, and other browsers only once somebody has touched the page.
  if ('vibrate' in navigator && navigator.userActivation.hasBeenActive)
    navigator.vibrate([...VIBRATIONS[kind]]);
  try {
    audio ??= new AudioContext();
    if (audio.state === 'suspended') void audio.resume();
    let at = audio.currentTime;
    for (const [hertz, seconds] of TONES[kind]) {
      play(audio, hertz, at, seconds);
      at += seconds + PAUSE_SECONDS;
    }
  } catch {
    // A phone without sound still shows the colour.
  }
}

function play(context: AudioContext, hertz: number, at: number, seconds: number): void {
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.type = 'square';
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0.35, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + seconds);
}
