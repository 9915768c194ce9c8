import type { AnalysedPart, Problem } from '../model/analysis';
import type { DocumentKind } from '../model/family';
import type { Kind } from '../model/kind';
import type { Files } from '../model/rule';
import type { Markdown, Part, Path } from '../model/text';
import { largeJsonOf, partTree, stringPart, yamlStringPart } from '../parts/rootPart';
import type { WorkInSteps } from '../shared/workInSteps';
import { elementAt } from '../text/json/largeArrays';
import { type JsonNode, nodeAt } from '../text/json/parseJson';
import { atPath, atPointer, formatPointer, parsePointer } from '../text/jsonPointer';
import { limitFindings, omittedProblem } from './findingsToProblems';

/** The parameters for checking a Markdown document, such as a state registry, besides its text. */
interface DocumentOptions {
  kinds: readonly DocumentKind[];
  fileName: string;
  /** The document is an example in a block of another document. */
  isPiece?: boolean | undefined;
  /** The files that its rules may ask for; if absent, the document is read without checks. */
  files?: Files;
}

/**
 * Reads a Markdown text as a document that a protocol defines, such as a state registry, and checks it by the document's rules. Undefined
 * if none of the given kinds of document matches. A step is the reading, or one rule.
 */
export function* readMarkdownDocument(
  part: Part,
  markdown: Markdown,
  { kinds, fileName, isPiece, files }: DocumentOptions,
): WorkInSteps<AnalysedPart | undefined> {
  for (const kind of kinds) {
    const content = kind.read(markdown, { fileName, isPiece });
    if (!content) continue;
    const problems: Problem[] = [];
    // Text in a block has placeholders, as a template has.
    const isTemplate = isPiece || /template/i.test(fileName);
    for (const { id, severity, check } of kind.rules) {
      if (!files) break;
      yield;
      check({ registry: content, isTemplate, files }, ({ at, fixes = [], ...finding }) => {
        problems.push({ severity, ...finding, rule: id, part, span: at, fixes });
      });
    }
    const shown = [...limitFindings(problems, omittedProblem)].sort((one, two) => one.span.start - two.span.start);
    return { part, value: undefined, document: { kind, content }, problems: shown };
  }
  return undefined;
}

/**
 * Returns the Markdown files that an envelope carries, each as a part within the envelope's part, with its path.
 *
 * @param offset in a large envelope, returns only the file around this offset of its text
 */
export function carriedFiles(part: Part, value: unknown, kind: Kind, offset?: number): { part: Part; path: string }[] {
  const { carries } = kind;
  if (carries?.content === undefined) return [];
  const only = offset === undefined ? undefined : largeElementAt(part, offset, carries.items);
  const items = carriedItems(value, kind, only).filter(({ path }) => /\.(md|markdown)$/i.test(path));
  const root = items.length > 0 ? partTree(part) : undefined;
  const [list, content] = [parsePointer(carries.items), parsePointer(carries.content)];
  return items.flatMap(({ item, index, path }) => {
    const at: Path = [...list, index];
    const node = root && nodeAt(root, at);
    const found = node && contentNode(node, item, content);
    if (!found) return [];
    const make = part.lang === 'yaml' ? yamlStringPart : stringPart;
    const carried = make(part, found, [...at, ...content].join('/'));
    return carried ? [{ part: carried, path }] : [];
  });
}

/** Returns the index of the element at an offset, as a list; undefined if the array is not a large one. */
function largeElementAt(part: Part, offset: number, pointer: string): readonly number[] | undefined {
  const array = largeJsonOf(part)?.arrays.find(({ path }) => formatPointer(path) === pointer);
  const index = array && elementAt(array, offset);
  return array && (index === undefined ? [] : [index]);
}

/** Returns the paths of the files that an envelope creates. */
export function carriedPaths(value: unknown, kind: Kind): string[] {
  return carriedItems(value, kind).flatMap(({ item, path }) => (item.operation === 'delete' ? [] : [path]));
}

/** Returns the items of an envelope that have the path of a file; with `only`, just the items with these indices. */
function carriedItems(value: unknown, { carries }: Kind, only?: readonly number[]) {
  const found: { item: Record<string, unknown>; index: number; path: string }[] = [];
  const items = carries && atPointer(value, carries.items);
  if (!carries || !Array.isArray(items)) return found;
  const inItem = parsePointer(carries.path);
  for (const index of only ?? items.keys()) {
    const item = items[index];
    const path = atPath(item, inItem);
    if (typeof path === 'string') found.push({ item, index, path });
  }
  return found;
}

/** Returns the node of the text in an item. An item that an edit did not touch is not parsed again. */
function contentNode(node: JsonNode, item: object, path: Path): Omit<JsonNode, 'type'> | undefined {
  const known = contents.get(item);
  if (known) return { ...known, offset: node.offset + known.offset };
  const found = nodeAt(node, path);
  if (found?.type !== 'string') return undefined;
  contents.set(item, { value: found.value, offset: found.offset - node.offset, length: found.length });
  return found;
}

/** By item: its text, with the offset in the item. */
const contents = new WeakMap<object, Pick<JsonNode, 'value' | 'offset' | 'length'>>();

/** Returns the last segment of a path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
