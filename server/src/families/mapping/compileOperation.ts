import type { Exchange } from '../../model/run';
import type { Path } from '../../model/text';
import { isObject, parsePointer } from '../../text/jsonPointer';
import { shortLine } from '../drafts/createDraft';
import { type SpanAttribute, spanAttributes } from '../exchanges/spanAttributeNames';
import { spanExchange } from '../exchanges/spanExchange';
import { asIs, type Compiling, compileGetter } from './compileValue';
import type { Getter, Scope } from './mappingScope';

/**
 * Compiles the part `operation` of a declaration into a function that reads the input and output of a model or tool call from a log entry. The
 * function accepts all known formats of inputs and outputs.
 */
export function compileOperation(json: unknown, path: Path, compiling: Compiling): ReadOperation | undefined {
  if (!isObject(json)) return undefined;
  const side = (name: string) => compileSide(json[name], [...path, name], compiling);
  const [input, output, documents] = ['input', 'output', 'documents'].map(side);
  const given = json['arguments'] === undefined ? input : side('arguments');
  const returned = json['result'] === undefined ? output : side('result');
  const [model, answeredBy] = ['model', 'answeredBy'].map(name =>
    compileGetter(json[name], shortLine, [...path, name], compiling),
  );
  const tools = compileGetter(json['tools'], asIs, [...path, 'tools'], compiling);
  return (scope, facts) => {
    const { word, tool, provider, finishReason, parameters } = facts;
    const attributes = new Map<string, SpanAttribute>([
      ...named('gen_ai.input.messages', input?.(scope)),
      ...named('gen_ai.output.messages', output?.(scope)),
      ...named('gen_ai.tool.call.arguments', word === TOOL ? given?.(scope) : undefined),
      ...named('gen_ai.tool.call.result', word === TOOL ? returned?.(scope) : undefined),
      ...named('retrieval.documents', documents?.(scope)),
      ...spanAttributes(
        {
          'gen_ai.request.model': model ? model(scope) : facts.model,
          'gen_ai.response.model': answeredBy?.(scope),
          'gen_ai.provider.name': provider,
          'gen_ai.response.finish_reasons': finishReason,
          'llm.invocation_parameters': parameters,
          'llm.tools': tools?.(scope),
        },
        [],
      ),
    ]);
    return spanExchange({ word, title: tool ?? word ?? '', attributes, events: [] });
  };
}

/**
 * Facts about a call of a model or a tool which a declaration states beside the clause `operation`. This clause reads the input and output
 * of the call.
 */
export interface OperationFacts {
  /** The word behind the colon in the step's kind, such as `tool`. */
  word: string | undefined;
  tool: string | undefined;
  model: string | undefined;
  provider: string | undefined;
  finishReason: string | undefined;
  parameters: unknown;
}

/** Reads the input and the output of an operation; undefined if both are missing. */
export type ReadOperation = (scope: Scope, facts: OperationFacts) => Exchange | undefined;

const TOOL = 'tool';

function named(name: string, found: SpanAttribute | undefined): [string, SpanAttribute][] {
  return found ? [[name, found]] : [];
}

/** Compiles a value, or several alternatives, into a getter of the first one that is found, with its path in the record. */
function compileSide(json: unknown, path: Path, compiling: Compiling): Getter<SpanAttribute> | undefined {
  const all = (Array.isArray(json) ? json : [json]).flatMap((one, at) => {
    const find = compileGetter(one, asIs, Array.isArray(json) ? [...path, at] : path, compiling);
    return find ? [{ find, place: placeOf(one, 0) }] : [];
  });
  if (all.length === 0) return undefined;
  return scope => {
    for (const { find, place } of all) {
      const value = find(scope);
      if (value === undefined || value === '') continue;
      const around = scope.place();
      const start = scope.path()?.length ?? 0;
      return { value, path: around ? [...around.slice(start), ...place] : [] };
    }
    return undefined;
  };
}

/** Returns the path to which the first pointer in a declared value leads, within the item. */
function placeOf(json: unknown, depth: number): Path {
  if (typeof json === 'string') return json.startsWith('/') && !json.includes('*') ? parsePointer(json) : [];
  if (typeof json !== 'object' || json === null || depth > DEEPEST) return [];
  for (const name of PLACES) {
    const inner: unknown = Object.hasOwn(json, name) ? (json as Record<string, unknown>)[name] : undefined;
    const place = placeOf(inner, depth + 1);
    if (place.length > 0) return place;
  }
  return [];
}

const PLACES = ['at', 'of', 'then', 'else', '0'];
const DEEPEST = 10;
