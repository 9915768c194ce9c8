import type { CheckedEnvelope } from '../../model/rule';
import type { Path } from '../../model/text';
import { eachDeclaredWith } from '../../slots/eachDeclared';
import { hasSlot } from '../../slots/schemaPathsTo';
import { memoizeLast } from '../../text/memoize';
import { atPath, formatPointer } from '../../text/pointer';
import { carriedItems } from './carriedItems';

/** A file that an envelope is to write or delete. */
export interface WrittenFile {
  /** Where its path is in the envelope; undefined for a content without one. */
  pathAt: Path | undefined;
  path: string;
  contentAt: Path | undefined;
  content: unknown;
  /** The object that says more of the file: its operation, its language. */
  holder: unknown;
}

/**
 * Visits the path of each file that an envelope is to write or delete: of the kind's embedded files, and of each content
 * with a sibling `path`.
 */
export function visitWrittenPaths(
  on: Pick<CheckedEnvelope, 'value' | 'kind'>,
  visit: (path: Path, text: string, file: WrittenFile) => void,
) {
  for (const file of writtenFiles(on)) if (file.pathAt) visit(file.pathAt, file.path, file);
}

/** The files that an envelope is to write or delete, and contents without a path. */
export function writtenFiles({ value, kind }: Pick<CheckedEnvelope, 'value' | 'kind'>): readonly WrittenFile[] {
  return writtenFilesIn(kind, value);
}

// Six rules look at them.
const writtenFilesIn = memoizeLast((kind: CheckedEnvelope['kind'], value: unknown): WrittenFile[] => {
  const files: WrittenFile[] = carriedItems(kind, value).map(({ item, ...file }) => ({ ...file, holder: item }));
  const known = new Set(
    files.flatMap(({ pathAt, contentAt }) => [pathAt, contentAt].map(at => at && formatPointer(at))),
  );
  eachDeclaredWith(isContent, kind.schema, value, (pathHere, _, content, holder) => {
    const contentAt = pathHere();
    if (known.has(formatPointer(contentAt))) return;
    const path = atPath(holder, BESIDE);
    const pathAt = [...contentAt.slice(0, -1), ...BESIDE];
    const isOwn = typeof path === 'string' && !known.has(formatPointer(pathAt));
    if (isOwn) known.add(formatPointer(pathAt));
    files.push({
      pathAt: isOwn ? pathAt : undefined,
      path: typeof path === 'string' ? path : '',
      contentAt,
      content,
      holder,
    });
  });
  return files;
});

const isContent = hasSlot('content');
const BESIDE = ['path'];
