import { shapeOf } from '../../analysis/recognise';
import { IGNORE } from '../../analysis/suppression/ignoreLists';
import type { AnalysedPart, Problem } from '../../model/analysis';
import type { Part } from '../../model/part';
import type { Path, Position, SourceFile, TextChange } from '../../model/text';
import { partTree } from '../../parts/partTree';
import { offsetAt, positionAt, rangeOf } from '../../parts/positions';
import { markdownFile } from '../../parts/splitIntoParts';
import { schemaAt } from '../../slots/applicableSchemas';
import { type JsonNode, nodeAt } from '../../text/json/parseJson';
import { memoizeByObject } from '../../text/memoize';
import { fixEdits } from './fixEdits';

/**
 * The changes that suppress a problem in place: a comment before it in Markdown and in JSON with comments, else an
 * `$ignore` entry in the innermost object whose contract allows one. Undefined where there is no way.
 */
export function suppressionEdit(file: SourceFile, part: AnalysedPart, problem: Problem): TextChange[] | undefined {
  const { lang, parent } = part.part;
  // Documents within envelopes get no comments.
  if (lang === 'markdown' && parent) return undefined;
  const at = positionAt(part.part, problem.span.start);
  if (file.lang === 'markdown') return markdownComment(file, at, problem.rule);
  if (problem.rule === 'syntax') return undefined;
  if (file.lang === 'jsonc') return [commentBefore(file, at.line, problem.rule, { open: '// ', close: '' })];
  return ignoreEntry(part, problem);
}

function markdownComment(file: SourceFile, at: Position, rule: string): TextChange[] {
  const { root, blocks } = markdownOf(file);
  const offset = offsetAt(root, at) ?? 0;
  const block = [...blocks.fences, ...blocks.tables].find(({ start, end }) => start <= offset && offset <= end);
  const line = block ? positionAt(root, block.start).line : at.line;
  return [commentBefore(file, line, rule, { open: '<!-- ', close: ' -->' })];
}

// Each problem of a list needs the same result.
const markdownOf = memoizeByObject((file: SourceFile) => markdownFile(file));

const NEXT_LINE = 'agent-envelopes-disable-next-line';

// The rule is added to an existing comment.
function commentBefore(
  { lines, eol }: SourceFile,
  line: number,
  rule: string,
  { open, close }: { open: string; close: string },
): TextChange {
  const before = lines[line - 1] ?? '';
  const known = new RegExp(`${open.trim()}\\s*${NEXT_LINE}\\s+[^\\s,]+(?:[\\s,]+(?!--)[^\\s,]+)*`).exec(before);
  if (known) {
    const end = { line: line - 1, character: known.index + known[0].length };
    return { range: { start: end, end }, text: `, ${rule}` };
  }
  const start = { line, character: 0 };
  // Before a list item, not in it: with that indentation it would be code.
  const prefix = /^[\s>]*/.exec(lines[line] ?? '')?.[0] ?? '';
  return { range: { start, end: start }, text: `${prefix}${open}${NEXT_LINE} ${rule}${close}${eol}` };
}

function ignoreEntry(part: AnalysedPart, { span, rule }: Problem): TextChange[] | undefined {
  const root = partTree(part.part);
  const kind = part.recognition?.kind;
  if (!root || !kind) return undefined;
  const { schema } = shapeOf(kind, part.value);
  const path = objectsAround(root, span.start).findLast(path => {
    const inEffect = schemaAt(schema, part.value, path);
    const { additionalProperties, properties } = inEffect ?? {};
    // Objects not described by the contract hold foreign data.
    return properties && (additionalProperties === undefined || additionalProperties === true);
  });
  if (!path) return undefined;
  const list = nodeAt(root, [...path, IGNORE]);
  if (list) return list.type === 'array' ? [oneMore(part.part, list, rule)] : undefined;
  const entry = fixEdits(part, { title: IGNORE, do: 'add', path, key: IGNORE, value: [rule] }, () => undefined);
  // A single rule goes on the line of its list.
  return entry.map(({ range, text }) => ({ range, text: text.replace(/\[\s*("[^"]*")\s*\]/, '[$1]') }));
}

function oneMore(part: Part, { offset, children }: JsonNode, rule: string): TextChange {
  const last = children?.at(-1);
  const at = last ? last.offset + last.length : offset + 1;
  return { range: rangeOf(part, { start: at, end: at }), text: `${last ? ', ' : ''}${JSON.stringify(rule)}` };
}

/** The paths of the objects around an offset, outermost first. */
function objectsAround(root: JsonNode, offset: number): Path[] {
  const found: Path[] = [];
  const path: (string | number)[] = [];
  for (let node: JsonNode | undefined = root; node; ) {
    if (node.type === 'object') found.push([...path]);
    const holds = ({ offset: start, length }: JsonNode) => start <= offset && offset < start + length;
    const inner: number = (node.children ?? []).findIndex(holds);
    const child: JsonNode | undefined = node.children?.[inner];
    if (child?.type === 'property') {
      const [key, value]: JsonNode[] = child.children ?? [];
      if (!value || !holds(value)) return found;
      path.push(String(key?.value));
      node = value;
    } else {
      if (child) path.push(inner);
      node = child;
    }
  }
  return found;
}
