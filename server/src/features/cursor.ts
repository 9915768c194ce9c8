import type { Context } from '../analysis/analyse';
import { shapeOf } from '../analysis/recognise';
import { schemaWithCatalogue } from '../analysis/schemaWithCatalogue';
import type { AnalysedPart, Analysis } from '../model/analysis';
import type { Kind, Variant } from '../model/family';
import type { Slot } from '../model/slot';
import type { Position } from '../model/text';
import { offsetAt, partAt } from '../parts/positions';
import { registrySlot } from '../registry/slots';
import { schemaSlot } from '../slots/schemaSlot';
import { countRecognisedKinds } from './files/countRecognisedKinds';

/** A place in a file, seen from the part that it is in. */
export interface Cursor {
  at: AnalysedPart;
  offset: number;
  /** The kind and the dialect of it, with what its workspace knows besides; none where the part is none of ours. */
  kind?: Kind;
  shape?: Kind | Variant;
}

export function cursorAt({ parts, facts }: Analysis, position: Position): Cursor | undefined {
  const part = partAt(
    parts.map(one => one.part),
    position,
  );
  const at = parts.find(one => one.part === part);
  const offset = part && offsetAt(part, position);
  if (!at || offset === undefined) return undefined;
  const kind = at.recognition?.kind;
  if (!kind) return { at, offset };
  const shape = shapeOf(kind, at.value);
  return { at, offset, kind, shape: { ...shape, schema: schemaWithCatalogue(shape.schema, at.value, kind, facts) } };
}

/** What belongs at the cursor. */
export function slotAt({ at, offset, shape }: Cursor): Slot | undefined {
  if (at.document) return registrySlot(at.document.content, offset);
  return shape && schemaSlot(shape.schema, at.part.text, offset);
}

/**
 * The kind that an empty place of a file likely gets: what the user says that the file holds, else what it holds most of.
 */
export function expectedKind(analysis: Analysis, context: Context): Kind | undefined {
  const association = context.association(analysis.file.uri);
  if (association === 'none') return undefined;
  if (association) return association;
  const [commonest] = countRecognisedKinds(analysis);
  return analysis.parts.find(part => part.recognition?.kind.id === commonest?.id)?.recognition?.kind;
}
