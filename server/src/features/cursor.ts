import { associationOf, type Context } from '../analysis/analyse';
import { isCatalogueFile, recognise, variantOf } from '../analysis/recognise';
import { schemaWithCatalogue } from '../analysis/schemaWithCatalogue';
import type { AnalysedPart, Analysis } from '../model/analysis';
import type { Kind } from '../model/kind';
import type { Schema, Slot } from '../model/schema';
import type { Position, Span } from '../model/text';
import { offsetAt, withPartAt } from '../parts/positions';
import { excerptPart, largeJsonOf, partTree } from '../parts/rootPart';
import { registrySlot } from '../registry/registrySlot';
import type { RecognisedKind } from '../shared/lspExtensions';
import { typedToken } from '../slots/jsonCursor';
import { schemaSlot } from '../slots/schemaSlot';
import { typedYamlName } from '../slots/yamlCursor';
import { excerptAround } from '../text/json/largeJson';
import { blankComments, type JsonNode, jsonComments } from '../text/json/parseJson';
import { parseJsonOrYaml } from '../text/parseJsonOrYaml';

/** The cursor in a file, relative to the envelope or document that contains it. */
export interface Cursor {
  at: AnalysedPart;
  /** The whole part of the file; equals `at` unless the cursor is narrowed to an excerpt. */
  whole: AnalysedPart;
  offset: number;
  /** Undefined if the part is not recognised. */
  kind?: Kind;
  /** The schema of the kind's variant, merged with a tool's parameters from the catalogue. */
  schema?: Schema;
  /** The span of the token being typed at the cursor. The text of `at` has blanks in its place. */
  typed?: Span;
  /** The tree of a JSON part, parsed on first use, and shared by all computations at the cursor. */
  readonly root: JsonNode | undefined;
}

/** Returns the cursor at a position; undefined outside of all parts. */
export function cursorAt({ parts, facts }: Analysis, position: Position): Cursor | undefined {
  const at = withPartAt(parts, position);
  const offset = at && offsetAt(at.part, position);
  if (!at || offset === undefined) return undefined;
  return cursorIn(at, at, { offset, facts });
}

/**
 * Returns the cursor at a position. In a large envelope, the cursor is in an excerpt without the other elements, so that it costs only the
 * element at the position. Only for features that neither count nor change the other elements.
 */
export function narrowCursorAt(analysis: Analysis, position: Position): Cursor | undefined {
  const cursor = cursorAt(analysis, position);
  const json = cursor && largeJsonOf(cursor.at.part);
  const around = json && excerptAround(json, cursor.offset);
  if (!around) return cursor;
  const { at } = cursor;
  const { excerpt, offset } = around;
  const part = excerptPart(at.part, excerpt);
  return cursorIn({ ...at, part, value: excerpt.value, problems: [] }, at, { offset, facts: analysis.facts });
}

/** Returns the cursor in a text with blanks in place of its comments; undefined within a comment. */
export function outsideComments(cursor: Cursor, { facts }: Analysis): Cursor | undefined {
  const { at, whole, offset } = cursor;
  const { text, lang } = at.part;
  const comments = lang === 'jsonc' ? jsonComments(text) : [];
  if (comments.length === 0) return cursor;
  const around = comments.find(({ start, end }) => start < offset && offset <= end);
  // Behind its end, a block comment is over.
  if (around && (offset < around.end || !/^\/\*[\s\S]*\*\/$/.test(text.slice(around.start, around.end))))
    return undefined;
  return cursorIn({ ...at, part: { ...at.part, text: blankComments(text) } }, whole, { offset, facts });
}

/**
 * Returns the cursor in a text without the token being typed. A name without a colon hides the properties behind it from
 * the parser, and so often the kind of the envelope.
 */
export function beforeTypedToken(cursor: Cursor, { file, facts }: Analysis, context: Context): Cursor {
  const { at, whole, offset } = cursor;
  const { part } = at;
  if (at.document || part.lang === 'markdown' || largeJsonOf(part)) return cursor;
  const typed = part.lang === 'yaml' ? typedYamlName(part.text, offset) : typedToken(part.text, offset);
  if (!typed) return cursor;
  const { start, end } = typed;
  const text = part.text.slice(0, start) + ' '.repeat(end - start) + part.text.slice(end);
  const { value } = parseJsonOrYaml(text, part.lang);
  const { recognition: known, ...rest } = at;
  const recognition =
    recognise(value, context.families, associationOf(file.uri, context)) ??
    (known && { ...known, variant: variantOf(known.kind, value) });
  const blanked = { ...rest, part: { ...part, text }, value, ...(recognition && { recognition }) };
  // Spread would read the tree.
  return Object.assign(cursorIn(blanked, whole, { offset: start, facts }), { typed });
}

function cursorIn(
  at: AnalysedPart,
  whole: AnalysedPart,
  { offset, facts }: { offset: number; facts: Analysis['facts'] },
): Cursor {
  const { kind, variant } = at.recognition ?? {};
  let root: JsonNode | undefined;
  return {
    at,
    whole,
    offset,
    ...(kind && variant && { kind, schema: schemaWithCatalogue(variant.schema, at.value, kind, facts) }),
    get root() {
      root ??= partTree(at.part);
      return root;
    },
  };
}

/** Returns the slot at the cursor, or at another offset of its part; undefined if there is none. */
export function slotAt(cursor: Cursor, offset = cursor.offset): Slot | undefined {
  const { at, schema, typed } = cursor;
  if (at.document) return registrySlot(at.document.content, offset);
  const slot =
    schema &&
    schemaSlot(schema, offset, {
      text: at.part.text,
      lang: at.part.lang,
      root: cursor.root,
      value: at.value,
    });
  return slot && typed ? { ...slot, at: typed } : slot;
}

/**
 * Returns the kind that the user probably wants in an empty place: the kind of the file's association, otherwise the most
 * frequent kind in the file, otherwise the usual kind for the file's name.
 */
export function expectedKind(analysis: Analysis, context: Context): Kind | undefined {
  const association = context.association(analysis.file.uri);
  if (association === 'none') return undefined;
  if (association) return association;
  const [commonest] = countRecognisedKinds(analysis);
  if (!commonest && isCatalogueFile(analysis.file.uri))
    return context.families.flatMap(({ kinds }) => kinds).find(({ listedAgents }) => listedAgents);
  return analysis.parts.find(part => part.recognition?.kind.id === commonest?.id)?.recognition?.kind;
}

/** Returns the envelope kinds in a file with their counts, most frequent first. */
export function countRecognisedKinds({ parts }: Analysis): RecognisedKind[] {
  const kinds = new Map<string, RecognisedKind>();
  for (const { recognition: recognised, document } of parts) {
    const kind = document?.kind ?? recognised?.kind;
    // Files about envelopes, such as declarations, are not counted.
    if (!kind || recognised?.kind.fileNames || recognised?.kind.isWholeFile) continue;
    const sure = document !== undefined || recognised?.sure === true;
    let known = kinds.get(kind.id);
    if (!known) {
      known = { id: kind.id, title: kind.title, count: 0, sure: false };
      kinds.set(kind.id, known);
    }
    known.count++;
    known.sure ||= sure;
  }
  return [...kinds.values()].sort((one, two) => two.count - one.count);
}
