import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type DraftFile, labelOf } from '../../parts/form-draft.ts';
import type { FieldProps } from './field-props.ts';
import { SignatureInput } from './signature-input.tsx';

/** Photos from the camera, recordings, or a signature; they are stored with the draft. */
export function FileInput(props: FieldProps) {
  const { t, i18n } = useLingui();
  const { field } = props.asked;
  if (field.type === 'signature') return <SignatureInput {...props} />;
  const add = async (list: FileList | null) => {
    const added = await Promise.all(
      [...(list ?? [])].map(async (file): Promise<DraftFile> => {
        return { field: field.name, type: file.type, bytes: await file.arrayBuffer() };
      }),
    );
    props.onAttach([...props.files, ...added]);
  };
  return (
    <>
      <input
        type="file"
        aria-label={labelOf(field, i18n.locale)}
        accept={field.type === 'photo' ? 'image/jpeg,image/png,image/webp' : 'audio/*'}
        capture="environment"
        multiple
        onChange={({ target }) => void add(target.files)}
      />
      {props.files.length > 0 && (
        <p>
          {t`Files: ${props.files.length}`}{' '}
          <button type="button" onClick={() => props.onAttach([])}>
            <X />
            {t`Take away`}
          </button>
        </p>
      )}
    </>
  );
}
