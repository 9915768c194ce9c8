import type { Problem } from '../model/analysis';
import type { Kind } from '../model/kind';
import type { Part } from '../model/part';
import { isJson } from '../text/json/isJson';
import { type JsonNode, jsonTree, parseStrictJson, type SyntaxFault } from '../text/json/parseJson';
import { isObject } from '../text/pointer';
import { withArticle } from './faultMessage';
import { syntaxProblem } from './syntaxProblem';

/**
 * Reports why a text is not an object, or an array of objects, of the demanded kind, apart from the problems of its
 * parts: because of text between, before or after them.
 *
 * @param envelopeCount the number of objects that the text was split into
 */
export function demandedKindProblems(root: Part, envelopeCount: number, kind: Kind): Problem[] {
  // Another problem reports an empty input.
  if (/^[ \t\r\n]*$/.test(root.text)) return [];
  const { value, fault } = parseStrictJson(root.text, root.lang === 'jsonc' ? 'jsonc' : 'json');
  if (fault) return [demandedKindSyntaxProblem(root, fault, kind)];
  if (!Array.isArray(value) || value.length === 0) return [];
  const nonObjects = value.flatMap((item, index) => (isObject(item) ? [] : [index]));
  const nodes = nonObjects.length > 0 ? jsonTree(root.text)?.children : undefined;
  const problems = nonObjects
    .slice(0, MAX_PROBLEMS)
    .map(index =>
      typeProblem(
        root,
        nodes?.[index],
        `Element ${index + 1} is not an object: each must be ${withArticle(kind.title)}.`,
      ),
    );
  // However the brackets were scanned, unchecked text must not pass.
  if (nonObjects.length === 0 && envelopeCount !== value.length) {
    problems.push(typeProblem(root, undefined, 'The elements of this array could not be separated; write one object.'));
  }
  return problems;
}

const MAX_PROBLEMS = 20;

/** The only problem of a text that must be of the demanded kind, but is not JSON. */
export function demandedKindSyntaxProblem(part: Part, fault: SyntaxFault, kind: Kind): Problem {
  const { start } = fault.span;
  const isBefore = part.text.slice(0, start).trim() === '' && !/^\s*[[{]/.test(part.text);
  const isAfter = start > 0 && isJson(part.text.slice(0, start));
  const problem = syntaxProblem(part, fault);
  if (!isBefore && !isAfter) return problem;
  const message = `This is not part of the JSON: ${withArticle(kind.title)} alone is expected, as one object or one array of them. Remove the text around it (such as a \`\`\` fence), check what is left, and apply that.`;
  return { ...problem, message };
}

function typeProblem(part: Part, node: JsonNode | undefined, message: string): Problem {
  const start = node?.offset ?? Math.max(0, part.text.search(/\S/));
  return {
    rule: 'schema/type',
    severity: 'error',
    message,
    part,
    span: { start, end: start + (node?.length ?? 1) },
    fixes: [],
  };
}
