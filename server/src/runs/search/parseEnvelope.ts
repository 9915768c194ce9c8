import type { PartLang } from '../../model/part';
import { parseJson } from '../../text/json/parseJson';

/** The value of an envelope's text, of a broken one as far as it can be read: as when its steps are read. */
export function parseEnvelope(text: string, lang: Exclude<PartLang, 'markdown'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseJson(text, lang).value;
  }
}
