import type { Problem } from '../model/analysis';
import type { Kind } from '../model/kind';
import type { Part } from '../model/part';
import { isJson } from '../text/json/isJson';
import { type JsonNode, jsonTree, parseStrictJson, type SyntaxFault } from '../text/json/parseJson';
import { isObject } from '../text/pointer';
import { withArticle } from './faultMessage';
import { syntaxProblem } from './syntaxProblem';

/**
 * Reports why a text is not the demanded object or array of objects, apart from the problems of its parts: anything
 * between, before or after them.
 *
 * @param parts how many objects the text was split into
 */
export function demandedShapeProblems(root: Part, parts: number, kind: Kind): Problem[] {
  // Empty input is reported for the whole input.
  if (/^[ \t\r\n]*$/.test(root.text)) return [];
  const { value, fault } = parseStrictJson(root.text, root.lang === 'jsonc' ? 'jsonc' : 'json');
  if (fault) return [demandedSyntaxProblem(root, fault, kind)];
  if (!Array.isArray(value) || value.length === 0) return [];
  const strange = value.flatMap((item, index) => (isObject(item) ? [] : [index]));
  const nodes = strange.length > 0 ? jsonTree(root.text)?.children : undefined;
  const problems = strange
    .slice(0, MOST)
    .map(index =>
      typeProblem(
        root,
        nodes?.[index],
        `Element ${index + 1} is not an object: each must be ${withArticle(kind.title)}.`,
      ),
    );
  // However the brackets were read, text that was not checked must not pass.
  if (strange.length === 0 && parts !== value.length) {
    problems.push(typeProblem(root, undefined, 'The elements of this array could not be separated; write one object.'));
  }
  return problems;
}

const MOST = 20;

/** The only problem of a text that is not JSON where one envelope was demanded. */
export function demandedSyntaxProblem(part: Part, fault: SyntaxFault, kind: Kind): Problem {
  const { start } = fault.span;
  const isBefore = part.text.slice(0, start).trim() === '' && !/^\s*[[{]/.test(part.text);
  const isBehind = start > 0 && isJson(part.text.slice(0, start));
  const problem = syntaxProblem(part, fault);
  if (!isBefore && !isBehind) return problem;
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
