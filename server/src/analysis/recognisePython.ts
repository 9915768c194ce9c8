import type { Family } from '../model/family';
import type { Recognition } from '../model/kind';
import { parseJson, pythonToJson, type SyntaxFault } from '../text/json/parseJson';
import { type Association, recognise } from './recognise';

/**
 * Recognises what a program of Python printed in place of JSON: its syntax error is an envelope's.
 *
 * @returns the value that was meant, and what it surely is
 */
export function recognisePython(
  text: string,
  fault: SyntaxFault | undefined,
  families: readonly Family[],
  association: Association,
): { value: unknown; recognition: Recognition } | undefined {
  if (!fault || text.length > LONGEST || !text.startsWith("'", fault.span.start)) return undefined;
  const { value } = parseJson(pythonToJson(text), 'json');
  const recognition = recognise(value, families, association);
  return recognition?.sure ? { value, recognition } : undefined;
}

const LONGEST = 1 << 20;
