import { identifier } from '../../families/draft';
import type { Kind } from '../../model/family';
import { familyOf } from '../../runs/fileRecord';
import { atPointer } from '../../text/pointer';
import { parsedOf } from './envelope';
import { familiesOf } from './familiesOf';
import type { Replay } from './replay';

/** What the envelopes of a step carry of the files that it wrote, by path. What stands there in place of content is none. */
export function carriedBy({ run, readings }: Replay, step: number): Map<string, string> {
  const { kind, sources } = run.step(step);
  const family = familyOf({ kind });
  const kinds =
    familiesOf(readings, sources)
      .find(({ id }) => id === family)
      ?.kinds.filter(({ carries }) => carries) ?? [];
  const contents = new Map<string, string>();
  if (kinds.length === 0) return contents;
  for (const source of sources) {
    const { value } = parsedOf(readings.text(source));
    for (const kind of kinds) addContents(contents, value, kind);
  }
  return contents;
}

/** Does something stand in place of what a file is to hold: `...`, `<the file>`, `{ the file }`, or does it end in dots? */
export function isLeftOut(content: string): boolean {
  return ENDS_IN_DOTS.test(content.slice(-LOOKED_AT)) || (content.length <= LOOKED_AT && PLACEHOLDER.test(content));
}

const LOOKED_AT = 500;
const PLACEHOLDER = /^\s*(?:(?:\.{3}|…).*|<[^<>\n]+>|\{[^{}":\n]+\}|full file content)\s*$/i;
const ENDS_IN_DOTS = /\n[ \t]*(?:\.{3}|…)\s*$/;

function addContents(contents: Map<string, string>, value: unknown, { carries }: Kind): void {
  const items = carries && atPointer(value, carries.items);
  if (!carries || !Array.isArray(items)) return;
  for (const item of items) {
    const path = identifier(atPointer(item, carries.path));
    const content = atPointer(item, carries.content);
    if (path !== undefined && typeof content === 'string' && !isLeftOut(content)) contents.set(path, content);
  }
}
