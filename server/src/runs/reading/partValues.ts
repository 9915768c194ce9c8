import { rootObjects } from '../../text/json/arrayObjects';
import { parseJson } from '../../text/json/parseJson';
import { languageOf } from '../../text/language';
import { sourceFile } from '../../text/lines';
import type { Entry } from './fileRecord';
import { lineIndexOf } from './partLocation';

/**
 * The JSON values of the parts of a file, by part id; undefined where there is no such part. Values are large and few
 * rules need them: the text, without a byte order mark, is read at the first request, and each part when it is
 * requested.
 */
export function partValues(uri: string, read: () => string | undefined): (part: Entry['part']) => unknown {
  let pieces: ((part: string) => string | undefined) | undefined;
  return part => {
    pieces ??= partTexts(uri, read() ?? '');
    const piece = pieces(part);
    return piece === undefined ? undefined : parseJson(piece, 'json').value;
  };
}

/** The texts of the parts of a file, by part id; undefined where there is no such part. */
export function partTexts(uri: string, text: string): (part: Entry['part']) => string | undefined {
  const lang = languageOf(uri) ?? 'json';
  if (lang === 'jsonl') {
    const { lines } = sourceFile(uri, lang, text);
    return part => lines[lineIndexOf(part) ?? -1];
  }
  const spans = rootObjects(text);
  return part => {
    const span = part === 'root' ? { start: 0, end: text.length } : spans[Number(part)];
    return span && text.slice(span.start, span.end);
  };
}
