import { useState } from 'react';

interface Props {
  readonly name: string;
  readonly photo?: string | null | undefined;
  readonly isLarge?: boolean;
}

const COLOURS = 6;

/** The photo of a person, else their initials on a colour that stays theirs. The name stands beside it. */
export function Face({ name, photo, isLarge = false }: Props) {
  const [broken, setBroken] = useState<string>();
  const letters = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return (
    <span className={`face face-${(letters % COLOURS) + 1}${isLarge ? ' large' : ''}`} aria-hidden="true">
      {/* They stay below the photo while it is loaded. */}
      <span>{initialsOf(name)}</span>
      {photo && photo !== broken && (
        // Its link expires.
        <img src={photo} alt="" decoding="async" onError={() => setBroken(photo)} />
      )}
    </span>
  );
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}

/** A person with their face. */
export function Person({ name, photo }: Props) {
  return (
    <span className="person">
      <Face name={name} photo={photo} /> {name}
    </span>
  );
}
