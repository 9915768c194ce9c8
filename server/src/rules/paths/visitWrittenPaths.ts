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
  const visited = new Set<string>();
  const add = (path: Path) => {
    const text = atPath(value, path);
    const key = JSON.stringify(path);
    if (typeof text === 'string' && !visited.has(key)) paths.push({ path, text });
    visited.add(key);
  };
  if (carries && Array.isArray(items)) {
    const list = pointerPathIn(value, carries.items);
    const inItem = parsePointer(carries.path);
    for (const index of items.keys()) add([...list, index, ...inItem]);
  }
  eachDeclaredWith(isContent, kind.schema, value, path => add([...path.slice(0, -1), 'path']));
  return paths;
});

const isContent = hasSlot('content');
