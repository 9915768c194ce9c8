import { analyse, type Context } from '../../analysis/analyse';
import type { Family } from '../../model/family';
import type { Kind } from '../../model/kind';
import { judgeRuns } from '../../runs/runRules/judgeRuns';
import { readRunRuleFile } from '../../runs/runRules/runRuleFile';
import { sourceFile } from '../../text/lines';
import { isObject } from '../../text/pointer';
import { diagnostics } from './diagnostics';

/**
 * Checks an example of each kind, in steps of a few milliseconds. V8 compiles a function when it is first called, which
 * takes ten times as long as checking a small envelope: nobody should wait for that when the first document is opened.
 */
export function* warmUp(families: readonly Family[]): Generator<undefined> {
  const context: Context = { families, facts: { agents: [], intents: [] }, association: () => undefined };
  for (const kind of families.flatMap(({ kinds }) => kinds)) {
    const text = faultyExample(kind);
    if (text === undefined) continue;
    const file = sourceFile(EXAMPLE, 'json', text);
    const { cache } = analyse(file, context, undefined, {});
    yield;
    diagnostics(analyse(file, context, cache).analysis, { hasJsonService: false, opensDocs: true }, Infinity);
    yield;
    judgeRuns([readRunRuleFile(EXAMPLE, text, context, families)], context, { isWhole: false, of: EXAMPLE });
    yield;
  }
}

const EXAMPLE = 'warm-up:/example.json';

/** The example of a kind that is checked, without the last of its required properties: a problem needs a position. */
function faultyExample({ schema, readOnly, fileNames }: Kind): string | undefined {
  const [example] = schema.examples ?? [];
  if (readOnly || fileNames || !isObject(example)) return undefined;
  const { [schema.required?.at(-1) ?? '']: _, ...faulty } = example;
  return JSON.stringify(faulty);
}
