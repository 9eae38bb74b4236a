/** Torches are not part of the standard that TypeScript knows. */
type WithTorch = MediaTrackConstraintSet & { torch?: boolean };

let stream: Promise<MediaStream> | undefined;

/**
 * The camera on the back. It is opened once and kept while the page lives: phones ask again each time, or fail, when it is
 * opened again.
 */
export function camera(): Promise<MediaStream> {
  stream ??= navigator.mediaDevices
    .getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1_280 }, height: { ideal: 720 } },
    })
    .then((opened) => {
      // The phone may take it away, for a call.
      for (const track of opened.getVideoTracks())
        track.addEventListener('ended', () => (stream = undefined));
      return opened;
    })
    .catch((error: unknown) => {
      stream = undefined;
      throw error;
    });
  return stream;
}

export const isCameraHere = (): boolean =>
  (navigator as Partial<Navigator>).mediaDevices?.getUserMedia !== undefined;

const trackOf = (opened: MediaStream): MediaStreamTrack | undefined => opened.getVideoTracks()[0];

export function hasTorch(opened: MediaStream): boolean {
  const track = trackOf(opened) as Partial<MediaStreamTrack> | undefined;
  return (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true;
}

export async function setTorch(opened: MediaStream, isOn: boolean): Promise<void> {
  const torch: WithTorch = { torch: isOn };
  await trackOf(opened)?.applyConstraints({ advanced: [torch] });
}
