import { identifier } from '../../../families/drafts/draft';
import type { Kind } from '../../../model/kind';
import { findElision } from '../../../rules/elision/findElision';
import { familyOf } from '../../../runs/reading/fileRecord';
import { atPointer } from '../../../text/pointer';
import type { ReplayContext } from '../context/replayContext';
import { parsedSource } from './parsedSource';
import { stepFamilies } from './stepFamilies';

/**
 * The contents, by path, of the files that a step wrote, as its envelopes carry them. Leaves out placeholders for omitted
 * content.
 */
export function carriedContents({ run, reader }: ReplayContext, step: number): Map<string, string> {
  const { kind, sources } = run.step(step);
  const family = familyOf({ kind });
  const kinds =
    stepFamilies(reader, sources)
      .find(({ id }) => id === family)
      ?.kinds.filter(({ carries }) => carries) ?? [];
  const contents = new Map<string, string>();
  if (kinds.length === 0) return contents;
  for (const source of sources) {
    const { value } = parsedSource(reader.text(source));
    for (const kind of kinds) addContents(contents, value, kind);
  }
  return contents;
}

function addContents(contents: Map<string, string>, value: unknown, { carries }: Kind): void {
  const items = carries && atPointer(value, carries.items);
  if (carries?.content === undefined || !Array.isArray(items)) return;
  for (const item of items) {
    const path = identifier(atPointer(item, carries.path));
    const content = atPointer(item, carries.content);
    if (path === undefined || typeof content !== 'string') continue;
    // A placeholder is not the file's content.
    if (findElision({ content, path, language: atPointer(item, '/language') }) === undefined)
      contents.set(path, content);
  }
}
