import type { Problem } from '../model/analysis';
import type { Part } from '../model/part';
import type { FixPlan } from '../model/rule';
import { type DuplicateKey, duplicateKeys } from '../text/json/duplicateKeys';
import { type JsonNode, nodeValue } from '../text/json/parseJson';
import { MOST_FINDINGS, omittedMessage } from './limitFindings';

/** What to say of keys that stand twice: each value that is lost, at its key. The value alone doesn't know of them any more. */
export function duplicateKeyProblems(part: Part, value: unknown): Omit<Problem, 'part'>[] {
  const duplicates = duplicateKeys(part.text, value, part.lang === 'jsonc' ? 'jsonc' : 'json');
  const json = jsonOfNodes();
  const problems = duplicates.slice(0, MOST_FINDINGS).flatMap(duplicate => {
    const key = duplicate.lost.children?.[0];
    if (!key) return [];
    const isSame = isRepeated(duplicate, json);
    const then = isSame
      ? 'with the same value; keep one of them'
      : 'and only the last one counts; keep the one that is meant';
    return {
      rule: 'envelope/duplicate-key',
      severity: 'warning' as const,
      message: `${JSON.stringify(String(key.value).slice(0, 60))} stands again in this object, ${then}.`,
      span: { start: key.offset, end: key.offset + key.length },
      fixes: isSame ? removal(part, duplicate) : [],
    };
  });
  const omitted = duplicates.length - MOST_FINDINGS;
  const [first] = problems;
  if (!first || omitted <= 0) return problems;
  return [...problems, { ...first, omitted, message: omittedMessage(omitted), fixes: [] }];
}

function isRepeated({ lost, kept }: DuplicateKey, json: (node: JsonNode) => string): boolean {
  const [one, two] = [lost.children?.[1], kept.children?.[1]];
  return one !== undefined && two !== undefined && json(one) === json(two);
}

// What counts may be long, and is compared with each that is lost.
function jsonOfNodes(): (node: JsonNode) => string {
  const known = new Map<JsonNode, string>();
  return node => {
    const json = known.get(node) ?? JSON.stringify(nodeValue(node));
    known.set(node, json);
    return json;
  };
}

// Up to the property behind it, with the comma; not where a comment stands between.
function removal({ text }: Part, { lost, kept, next }: DuplicateKey): FixPlan[] {
  const at = { start: lost.offset, end: next.offset };
  if (!/^\s*,\s*$/.test(text.slice(lost.offset + lost.length, next.offset))) return [];
  // Letter by letter: a number may have more digits than can be held.
  const certain = sourceOf(text, lost) === sourceOf(text, kept);
  return [{ title: 'Remove the first one', do: 'replace', changes: [{ at, text: '' }], certain }];
}

function sourceOf(text: string, { offset, length }: JsonNode): string {
  return text.slice(offset, offset + length);
}
