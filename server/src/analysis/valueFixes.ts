import type { SchemaFault } from '../model/family';
import type { FixPlan } from '../model/rule';
import type { Schema } from '../model/schema';
import type { Path } from '../model/text';
import { filled } from '../rules/filled';
import { schemaAt } from '../slots/effective';
import { fillable } from '../slots/fillable';
import { isSlip } from '../text/nearest';

interface Faulty {
  found: unknown;
  /** What was meant, where that can be told. */
  meant: unknown;
  /** In effect at the value. */
  schema: Schema;
  root: Schema;
  /** The whole envelope. */
  value: unknown;
}

/** What mends a value that breaks its schema. */
export function valueFixes(fault: SchemaFault, path: Path, faulty: Faulty): FixPlan[] {
  const { found, meant, schema } = faulty;
  const slot = fillable(schema);
  if (found === null && isOptional(path, faulty))
    return [{ title: `Remove ${JSON.stringify(path.at(-1))}, which is null`, do: 'remove', path, certain: true }];
  const retyped = schema.enum?.find(choice => isRetyped(choice, found));
  if (fault.keyword === 'enum' && retyped !== undefined) return [{ ...setTo(path, retyped), certain: true }];
  if (meant !== undefined) return [changed(fault, path, faulty)];
  if (fault.keyword === 'enum') return choices(schema).map(choice => setTo(path, choice));
  return slot !== undefined ? [filled(path, slot)] : [];
}

// The same but for its quotes.
function isRetyped(choice: unknown, found: unknown): boolean {
  return typeof choice !== 'object' && typeof choice !== typeof found && String(choice) === found;
}

// That a property is null and that it is not there say the same, where only the latter is allowed.
function isOptional(path: Path, { root, value }: Faulty): boolean {
  const key = path.at(-1);
  if (typeof key !== 'string') return false;
  const holder = schemaAt(root, value, path.slice(0, -1));
  return holder !== undefined && !holder.required?.includes(key);
}

function changed(fault: SchemaFault, path: Path, { found, meant, schema }: Faulty): FixPlan {
  // Its digits as they are written: a number may have more of them than can be held.
  if (typeof found === 'number' && typeof meant === 'string')
    return { title: `Change to "${meant}"`, do: 'quote', path, certain: Number.isSafeInteger(found) };
  const words = [schema.enum ?? schema.const ?? meant].flat().map(String);
  // The same number, or the same of true and false, without its quotes.
  const certain = fault.keyword === 'type' || (typeof found === 'string' && isSlip(found, String(meant), words));
  return { ...setTo(path, meant), certain };
}

function setTo(path: Path, value: unknown): FixPlan {
  return { title: `Change to ${JSON.stringify(value)}`, do: 'set', path, value };
}

function choices({ enum: allowed = [] }: Schema): unknown[] {
  return allowed.slice(0, MOST);
}

// Of a long list of allowed values the editor's own completion is the better way to choose.
const MOST = 6;
