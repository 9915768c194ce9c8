import type { CheckedEnvelope } from '../../model/rule';
import type { Path } from '../../model/text';
import { eachDeclaredWith } from '../../slots/eachDeclared';
import { hasSlot } from '../../slots/schemaPathsTo';
import { atPath, atPointer, parsePointer, pointerPathIn } from '../../text/pointer';

/**
 * Visits the path of each file that an envelope is to write or delete: of the kind's embedded files, and of each content
 * with a sibling `path`.
 */
export function visitWrittenPaths(
  { value, kind }: Pick<CheckedEnvelope, 'value' | 'kind'>,
  visit: (path: Path, text: string) => void,
) {
  const { carries } = kind;
  const items = carries && atPointer(value, carries.items);
  const visited = new Set<string>();
  const visitOnce = (path: Path) => {
    const text = atPath(value, path);
    const key = JSON.stringify(path);
    if (typeof text === 'string' && !visited.has(key)) visit(path, text);
    visited.add(key);
  };
  if (carries && Array.isArray(items)) {
    const list = pointerPathIn(value, carries.items);
    items.forEach((_, index) => visitOnce([...list, index, ...parsePointer(carries.path)]));
  }
  eachDeclaredWith(isContent, kind.schema, value, path => visitOnce([...path.slice(0, -1), 'path']));
}

const isContent = hasSlot('content');
