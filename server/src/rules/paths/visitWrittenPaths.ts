import type { CheckedEnvelope } from '../../model/rule';
import type { Path } from '../../model/text';
import { eachDeclaredWith } from '../../slots/eachDeclared';
import { hasSlot } from '../../slots/schemaPathsTo';
import { memoizeLast } from '../../text/memoize';
import { atPath, atPointer, parsePointer, pointerPathIn } from '../../text/pointer';

/**
 * Visits the path of each file that an envelope is to write or delete: of the kind's embedded files, and of each content
 * with a sibling `path`.
 */
export function visitWrittenPaths(
  { value, kind }: Pick<CheckedEnvelope, 'value' | 'kind'>,
  visit: (path: Path, text: string) => void,
) {
  for (const { path, text } of writtenPathsIn(kind, value)) visit(path, text);
}

// Four rules look at them.
const writtenPathsIn = memoizeLast((kind: CheckedEnvelope['kind'], value: unknown) => {
  const { carries } = kind;
  const items = carries && atPointer(value, carries.items);
  const paths: { path: Path; text: string }[] = [];
  const holders = new Set<unknown>();
  if (carries && Array.isArray(items)) {
    const list = pointerPathIn(value, carries.items);
    const inItem = parsePointer(carries.path);
    for (const [index, item] of items.entries()) {
      const text = atPath(item, inItem);
      if (typeof text === 'string') paths.push({ path: [...list, index, ...inItem], text });
      if (inItem.at(-1) === 'path') holders.add(atPath(item, inItem.slice(0, -1)));
    }
  }
  eachDeclaredWith(isContent, kind.schema, value, (pathHere, _, __, holder) => {
    const text = atPath(holder, BESIDE);
    if (typeof text !== 'string' || holders.has(holder)) return;
    holders.add(holder);
    paths.push({ path: [...pathHere().slice(0, -1), ...BESIDE], text });
  });
  return paths;
});

const isContent = hasSlot('content');
const BESIDE = ['path'];
