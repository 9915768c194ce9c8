import { languageOf } from '../text/language';

/** Is a file, by its name, one of those whose runs are judged together with those of the files beside it? */
export function isCheckedFile(uri: string): boolean {
  const lang = languageOf(uri);
  return lang === 'json' || lang === 'jsonl';
}
