import type { FoundInFile, SearchAnswer } from '../files/searchFiles';
import { type Page, type Piece, terminalLine } from '../terminal/terminalLine';

/** For people: one line, as grep writes it, with the step before the words. */
export function formatMatch({ file, range, run, title, text, marks }: FoundInFile, page: Page): string {
  const place = file !== undefined && range ? `${file}:${range.start.line + 1}:${range.start.character + 1} ` : '';
  const pieces: Piece[] = [
    [place, 'bold'],
    [`${run} · ${title}: `, 'dim'],
  ];
  let at = 0;
  for (const [start, end] of marks) {
    pieces.push(text.slice(at, start), [text.slice(start, end), 'red']);
    at = end;
  }
  return terminalLine([...pieces, text.slice(at)], page);
}

/** For programs. */
export function matchesJson({ matches, total }: SearchAnswer) {
  return {
    version: 1,
    results: matches.map(({ run, step = null, file = null, range = null, field, text }) => ({
      run,
      step,
      file,
      range,
      field,
      text,
    })),
    total,
  };
}
