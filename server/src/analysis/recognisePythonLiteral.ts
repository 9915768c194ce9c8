import type { Family } from '../model/family';
import type { Recognition } from '../model/kind';
import { parseJson, type SyntaxFault } from '../text/json/parseJson';
import { type Association, recognise } from './recognise';

/**
 * Recognises an envelope that a Python program printed as a literal in place of JSON, such as `{'ok': True}`, so that its syntax error can
 * be reported.
 *
 * @returns the intended JSON value with its recognition; undefined unless the recognition is sure
 */
export function recognisePythonLiteral(
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

/** Rewrites the literals of Python (`'text'`, `True`, `None`) as those of JSON. Positions change. */
function pythonToJson(text: string): string {
  return text.replace(TOKEN, token => {
    const word = WORDS.get(token);
    if (word !== undefined || !token.startsWith("'")) return word ?? token;
    const inside = token.slice(1, token.length > 1 && token.endsWith("'") ? -1 : undefined);
    return `"${inside.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`;
  });
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);
// The closing quote is optional: searching a missing one again from each later quote would take quadratic time.
const TOKEN = /'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|\b(?:True|False|None)\b/g;
