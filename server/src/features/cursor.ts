import { associationOf, type Context } from '../analysis/analyse';
import { isCatalogueFile, recognise, variantOf } from '../analysis/recognise';
import { schemaWithCatalogue } from '../analysis/schemaWithCatalogue';
import type { AnalysedPart, Analysis } from '../model/analysis';
import type { Kind } from '../model/kind';
import type { Schema, Slot } from '../model/schema';
import type { Position, Span } from '../model/text';
import { offsetAt, withPartAt } from '../parts/positions';
import { excerptPart, largeJsonOf, partTree } from '../parts/rootPart';
import { registrySlot } from '../registry/slots';
import type { RecognisedKind } from '../shared/protocol';
import { typedToken } from '../slots/jsonCursor';
import { schemaSlot } from '../slots/schemaSlot';
import { excerptAround } from '../text/json/largeJson';
import { type JsonNode, parseJson } from '../text/json/parseJson';

/** A position in a file, relative to the part that contains it. */
export interface Cursor {
  at: AnalysedPart;
  /** The part of the file; `at` itself, unless the cursor is narrowed. */
  whole: AnalysedPart;
  offset: number;
  /** Undefined where the part is not recognised. */
  kind?: Kind;
  /** Of its dialect, merged with the tool catalogue's. */
  schema?: Schema;
  /** A token that is being typed at the cursor, and stands as blanks in the text of `at`. */
  typed?: Span;
  /** The tree of a JSON part, parsed on first use. Shared by everything that is computed at the cursor. */
  readonly root: JsonNode | undefined;
}

/** The cursor at a position. */
export function cursorAt({ parts, facts }: Analysis, position: Position): Cursor | undefined {
  const at = withPartAt(parts, position);
  const offset = at && offsetAt(at.part, position);
  if (!at || offset === undefined) return undefined;
  return cursorIn(at, at, { offset, facts });
}

/**
 * The cursor at a position in a large envelope as if that had no other elements: so it costs the element. Only for what
 * does not count or change the others.
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

/**
 * The cursor as if the token there were not begun yet. A name without a colon hides the properties behind it from the parser: they
 * seem to be missing, and with them often what the envelope is.
 */
export function beforeTypedToken(cursor: Cursor, { file, facts }: Analysis, context: Context): Cursor {
  const { at, whole, offset } = cursor;
  const { part } = at;
  if (at.document || part.lang === 'markdown' || largeJsonOf(part)) return cursor;
  const typed = typedToken(part.text, offset);
  if (!typed) return cursor;
  const { start, end } = typed;
  const text = part.text.slice(0, start) + ' '.repeat(end - start) + part.text.slice(end);
  const { value } = parseJson(text, part.lang);
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

/** The slot at the cursor, or at another offset of its part. */
export function slotAt(cursor: Cursor, offset = cursor.offset): Slot | undefined {
  const { at, schema, typed } = cursor;
  if (at.document) return registrySlot(at.document.content, offset);
  const slot = schema && schemaSlot(schema, offset, { text: at.part.text, root: cursor.root, value: at.value });
  return slot && typed ? { ...slot, at: typed } : slot;
}

/**
 * The kind that is likely wanted in an empty place: the user's association, else the most frequent kind of the file, else what a
 * file of its name usually holds.
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

/** The envelope kinds in a file with their counts, most frequent first. */
export function countRecognisedKinds({ parts }: Analysis): RecognisedKind[] {
  const kinds = new Map<string, RecognisedKind>();
  for (const { recognition: recognised, document } of parts) {
    const kind = document?.kind ?? recognised?.kind;
    // Files about envelopes, such as declarations, are not counted.
    if (!kind || recognised?.kind.fileNames) continue;
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
