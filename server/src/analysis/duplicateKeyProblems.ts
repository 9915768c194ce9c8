import type { Problem } from '../model/analysis';
import type { Part } from '../model/part';
import type { FixPlan } from '../model/rule';
import { type DuplicateKey, duplicateKeys } from '../text/json/duplicateKeys';
import { type JsonNode, nodeValue } from '../text/json/parseJson';
import { MOST_FINDINGS, omittedMessage } from './limitFindings';

/** Reports duplicate keys: each overwritten value, at its key. The parsed value no longer has them. */
export function duplicateKeyProblems(part: Pick<Part, 'text' | 'lang'>, value: unknown): Omit<Problem, 'part'>[] {
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
      message: `${JSON.stringify(String(key.value).slice(0, 60))} appears again in this object, ${then}.`,
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

// Caches the kept value's JSON, which may be long and is compared with each overwritten one.
function jsonOfNodes(): (node: JsonNode) => string {
  const known = new Map<JsonNode, string>();
  return node => {
    const json = known.get(node) ?? JSON.stringify(nodeValue(node));
    known.set(node, json);
    return json;
  };
}

// Removes up to and including the comma before the next property; not where a comment is in between.
function removal({ text }: Pick<Part, 'text'>, { lost, kept, next }: DuplicateKey): FixPlan[] {
  const at = { start: lost.offset, end: next.offset };
  if (!/^\s*,\s*$/.test(text.slice(lost.offset + lost.length, next.offset))) return [];
  // Compares the source: a number may have more digits than a double holds.
  const certain = sourceOf(text, lost) === sourceOf(text, kept);
  return [{ title: 'Remove the first one', do: 'replace', changes: [{ at, text: '' }], certain }];
}

function sourceOf(text: string, { offset, length }: JsonNode): string {
  return text.slice(offset, offset + length);
}
