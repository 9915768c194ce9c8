import type { Context } from '../analysis/analyse';
import { shapeOf } from '../analysis/recognise';
import { schemaWithCatalogue } from '../analysis/schemaWithCatalogue';
import type { AnalysedPart, Analysis } from '../model/analysis';
import type { Kind, Variant } from '../model/kind';
import type { Slot } from '../model/slot';
import type { Position } from '../model/text';
import { excerptPart } from '../parts/excerptPart';
import { largeJsonOf, partTree } from '../parts/partTree';
import { offsetAt, withPartAt } from '../parts/positions';
import { registrySlot } from '../registry/slots';
import { schemaSlot } from '../slots/schemaSlot';
import { excerptAround } from '../text/json/jsonExcerpt';
import type { JsonNode } from '../text/json/parseJson';
import { countRecognisedKinds } from './countRecognisedKinds';

/** A position in a file, relative to the part that contains it. */
export interface Cursor {
  at: AnalysedPart;
  /** The part of the file; `at` itself, unless the cursor is narrowed. */
  whole: AnalysedPart;
  offset: number;
  /** The kind and its dialect, merged with the tool catalogue's schema; undefined where the part is not recognised. */
  kind?: Kind;
  shape?: Kind | Variant;
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

function cursorIn(
  at: AnalysedPart,
  whole: AnalysedPart,
  { offset, facts }: { offset: number; facts: Analysis['facts'] },
): Cursor {
  const kind = at.recognition?.kind;
  const shape = kind && shapeOf(kind, at.value);
  let root: JsonNode | undefined;
  return {
    at,
    whole,
    offset,
    ...(kind &&
      shape && { kind, shape: { ...shape, schema: schemaWithCatalogue(shape.schema, at.value, kind, facts) } }),
    get root() {
      root ??= partTree(at.part);
      return root;
    },
  };
}

/** The slot at the cursor, or at another offset of its part. */
export function slotAt(cursor: Cursor, offset = cursor.offset): Slot | undefined {
  const { at, shape } = cursor;
  if (at.document) return registrySlot(at.document.content, offset);
  return shape && schemaSlot(shape.schema, offset, { text: at.part.text, root: cursor.root, value: at.value });
}

/**
 * The kind that is likely wanted in an empty place: the user's association, else the most frequent kind of the file.
 */
export function expectedKind(analysis: Analysis, context: Context): Kind | undefined {
  const association = context.association(analysis.file.uri);
  if (association === 'none') return undefined;
  if (association) return association;
  const [commonest] = countRecognisedKinds(analysis);
  return analysis.parts.find(part => part.recognition?.kind.id === commonest?.id)?.recognition?.kind;
}
