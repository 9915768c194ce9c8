import { rootArrayObjects } from '../../parts/jsonParts';
import { parseJson } from '../../text/json/parseJson';
import { languageOf } from '../../text/language';
import { sourceFile } from '../../text/lines';
import type { Entry } from './fileRecord';
import { lineIndexOf } from './partLocation';

/**
 * The JSON values of the parts of a file, by their ids. Values are large, and few rules ask for some of them: the text, without
 * a byte order mark, is read when the first is asked for, and each part then. Undefined where there is no such part.
 */
export function partValues(uri: string, read: () => string | undefined): (part: Entry['part']) => unknown {
  let pieces: ((part: string) => string | undefined) | undefined;
  return part => {
    pieces ??= piecesOf(uri, read() ?? '');
    const piece = pieces(part);
    return piece === undefined ? undefined : parseJson(piece, 'json').value;
  };
}

function piecesOf(uri: string, text: string): (part: Entry['part']) => string | undefined {
  const lang = languageOf(uri) ?? 'json';
  if (lang === 'jsonl') {
    const { lines } = sourceFile(uri, lang, text);
    return part => lines[lineIndexOf(part) ?? -1];
  }
  const spans = rootArrayObjects(text);
  return part => {
    const span = part === 'root' ? { start: 0, end: text.length } : spans[Number(part)];
    return span && text.slice(span.start, span.end);
  };
}
