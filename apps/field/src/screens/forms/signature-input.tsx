import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type PointerEvent, useRef } from 'react';
import { labelOf } from '../../parts/form-draft.ts';
import type { FieldProps } from './field-props.ts';

/** A line that a finger draws. */
export function SignatureInput({ asked: { field }, files, onAttach }: FieldProps) {
  const { t, i18n } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  const context = () => canvas.current?.getContext('2d') ?? undefined;
  const at = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent) => [offsetX, offsetY] as const;
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const pen = context();
    if (!pen) return;
    Object.assign(pen, { lineWidth: 3, lineCap: 'round', strokeStyle: '#0c120e' });
    pen.beginPath();
    pen.moveTo(...at(event));
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons === 0) return;
    context()?.lineTo(...at(event));
    context()?.stroke();
  };
  const end = () =>
    canvas.current?.toBlob(
      (blob) =>
        void blob?.arrayBuffer().then((bytes) => onAttach([{ field: field.name, type: 'image/png', bytes }])),
    );
  const clear = () => {
    context()?.clearRect(0, 0, canvas.current?.width ?? 0, canvas.current?.height ?? 0);
    onAttach([]);
  };
  return (
    <>
      <canvas
        ref={canvas}
        className="signature"
        width="320"
        height="160"
        role="img"
        aria-label={labelOf(field, i18n.locale)}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
      />
      {files.length > 0 && (
        <button type="button" onClick={clear}>
          <X />
          {t`Take away`}
        </button>
      )}
    </>
  );
}
