import type { CheckedEnvelope } from '../../model/rule';
import type { Path } from '../../model/text';
import { atPath, atPointer, parsePointer, pointerPathIn } from '../../text/pointer';

/** An embedded file of an envelope, as the kind's `carries` tells where it is. */
export interface CarriedItem {
  item: unknown;
  /** The item's path in the envelope, and those of its file's path and content. */
  at: Path;
  pathAt: Path;
  contentAt: Path | undefined;
  path: string;
  content: unknown;
}

/** The embedded files of an envelope that have a path. Content may be missing. */
export function carriedItems({ carries }: CheckedEnvelope['kind'], value: unknown): CarriedItem[] {
  const items = carries && atPointer(value, carries.items);
  if (!carries || !Array.isArray(items)) return [];
  const list = pointerPathIn(value, carries.items);
  const toPath = parsePointer(carries.path);
  const toContent = carries.content === undefined ? undefined : parsePointer(carries.content);
  return items.flatMap((item, index): CarriedItem[] => {
    const path = atPath(item, toPath);
    if (typeof path !== 'string') return [];
    const at = [...list, index];
    return [
      {
        item,
        at,
        path,
        pathAt: [...at, ...toPath],
        contentAt: toContent && [...at, ...toContent],
        content: toContent && atPath(item, toContent),
      },
    ];
  });
}
