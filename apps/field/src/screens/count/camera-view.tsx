import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, CameraOff, Flashlight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { camera, hasTorch, isCameraHere, setTorch } from '../../scanner/camera.ts';
import { codeReader } from '../../scanner/reader.ts';
import { SeenCodes } from '../../scanner/seen-codes.ts';

/** About seven frames a second: a code is read in one of them. */
const PAUSE_MS = 140;

interface Props {
  readonly onCode: (code: string) => void;
}

/** What the camera shows, and a scan for each code that comes before it. */
export function CameraView({ onCode }: Props) {
  const [isOn, turn] = useState(false);
  if (!isCameraHere()) return null;
  return (
    <>
      {isOn && <Picture onCode={onCode} />}
      <button type="button" onClick={() => turn(!isOn)}>
        {isOn ? <CameraOff /> : <Camera />}
        {isOn ? <Trans>Camera off</Trans> : <Trans>Camera</Trans>}
      </button>
    </>
  );
}

function Picture({ onCode }: Props) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onCode);
  const [opened, setOpened] = useState<MediaStream>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    let isHere = true;
    const scan = async () => {
      const found = await camera();
      const { current } = video;
      if (!isHere || !current) return;
      setOpened(found);
      current.srcObject = found;
      await current.play();
      const [reader, seen] = [await codeReader(), new SeenCodes()];
      const goesOn = () => isHere;
      while (goesOn()) {
        const codes = current.videoWidth > 0 ? await reader.read(current).catch(() => []) : [];
        for (const code of seen.take(codes, performance.now())) if (goesOn()) latest.current(code);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    scan().catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
    return () => {
      isHere = false;
    };
  }, []);
  return (
    <div className="camera">
      {problem !== undefined && (
        <p role="alert" className="notice bad">{t`The camera does not open: ${problem}`}</p>
      )}
      <video ref={video} muted playsInline aria-label={t`What the camera shows`} />
      {opened && hasTorch(opened) && <Torch opened={opened} />}
    </div>
  );
}

function Torch({ opened }: { readonly opened: MediaStream }) {
  const [isOn, turn] = useState(false);
  const press = () => void setTorch(opened, !isOn).then(() => turn(!isOn));
  return (
    <button type="button" aria-pressed={isOn} onClick={press}>
      <Flashlight />
      <Trans>Light</Trans>
    </button>
  );
}
