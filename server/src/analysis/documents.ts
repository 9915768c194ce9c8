import type { AnalysedPart, Problem } from '../model/analysis';
import type { DocumentKind } from '../model/family';
import type { Kind } from '../model/kind';
import type { Markdown } from '../model/markdown';
import type { Part } from '../model/part';
import type { Files } from '../model/rule';
import type { Path } from '../model/text';
import { partTree } from '../parts/partTree';
import { stringPart } from '../parts/stringPart';
import { nodeAt } from '../text/json/parseJson';
import { atPath, atPointer, isObject, parsePointer } from '../text/pointer';
import { limitFindings, omittedProblem } from './limitFindings';

interface DocumentContext {
  kinds: readonly DocumentKind[];
  fileName: string;
  /** The document is in a block of another document, which shows it. */
  isPiece?: boolean | undefined;
  files: Files;
}

/** Checks a Markdown text as a document of a protocol; returns nothing for other texts. */
export function documentIn(
  part: Part,
  markdown: Markdown,
  { kinds, fileName, isPiece, files }: DocumentContext,
): AnalysedPart | undefined {
  for (const kind of kinds) {
    const content = kind.read(markdown, { fileName, isPiece });
    if (!content) continue;
    const problems: Problem[] = [];
    // Text in a block has placeholders, as a template has.
    const isTemplate = isPiece || /template/i.test(fileName);
    for (const { id, severity, check } of kind.rules) {
      check({ registry: content, isTemplate, files }, ({ at, fixes = [], ...finding }) => {
        problems.push({ severity, ...finding, rule: id, part, span: at, fixes });
      });
    }
    const shown = [...limitFindings(problems, omittedProblem)].sort((one, two) => one.span.start - two.span.start);
    return { part, value: undefined, document: { kind, content }, problems: shown };
  }
  return undefined;
}

/** The Markdown files that an envelope carries, each as a part within the envelope's part, with its file name. */
export function carriedFiles(part: Part, value: unknown, { carries }: Kind): { part: Part; fileName: string }[] {
  if (!carries) return [];
  const items = atPointer(value, carries.items);
  if (!Array.isArray(items)) return [];
  const found = items.flatMap((item, index) => {
    const path = atPointer(item, carries.path);
    if (typeof path !== 'string' || !/\.(md|markdown)$/i.test(path) || !isObject(item)) return [];
    const at: Path = [...parsePointer(carries.items), index, ...parsePointer(carries.content)];
    return typeof atPath(value, at) === 'string' ? [{ at, fileName: baseName(path) }] : [];
  });
  const root = found.length > 0 ? partTree(part) : undefined;
  return found.flatMap(({ at, fileName }) => {
    const node = root && nodeAt(root, at);
    return node?.type === 'string' ? [{ part: stringPart(part, node, at.join('/')), fileName }] : [];
  });
}

/** The paths of the files that an envelope creates. */
export function carriedPaths(value: unknown, { carries }: Kind): string[] {
  const items = carries && atPointer(value, carries.items);
  if (!carries || !Array.isArray(items)) return [];
  return items.flatMap(item => {
    const path = atPointer(item, carries.path);
    return typeof path === 'string' && atPointer(item, '/operation') !== 'delete' ? [path] : [];
  });
}

/** The last segment of a path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
