import type { Path } from '../../../model/text';
import { eachText } from '../../../runs/search/eachText';
import { mayBeJson } from '../../../text/json/embeddedJson';
import { isObject } from '../../../text/pointer';

/** A text in a part, and the steps whose envelope has it. */
export interface OwnString<S> {
  text: string;
  /** The path in the part of the string that is the text, or in whose JSON it is. */
  path(): Path;
  owner: S;
}

/**
 * The texts of a part that belong to a step, in order, as `eachText` reads them. A string in an envelope that is nested in another one belongs to the inner
 * one. Any depth takes no stack.
 *
 * @param steps with the path of their envelope in the part; of several with the same path the first one counts
 */
export function* ownStrings<S extends { path: Path }>(value: unknown, steps: readonly S[]): Generator<OwnString<S>> {
  const root: Owners<S> = { within: new Map() };
  for (const step of steps) {
    let here = root;
    for (const name of step.path) {
      const next: Owners<S> = here.within.get(String(name)) ?? { within: new Map() };
      here.within.set(String(name), next);
      here = next;
    }
    here.step ??= step;
  }
  const waiting: Waiting<S>[] = [{ value, owners: root, owner: root.step }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: here, owners, owner } = next;
    const place = next;
    if (typeof here === 'string') {
      if (!owner) continue;
      const texts: string[] = [];
      if (mayBeJson(here)) eachText(here, text => void texts.push(text));
      else texts.push(here);
      for (const text of texts) yield { text, path: () => pathOf(place), owner };
      continue;
    }
    const isList = Array.isArray(here);
    if (!isList && !isObject(here)) continue;
    if (!owner && !owners) continue;
    const names = isList ? here : Object.keys(here);
    for (let at = names.length - 1; at >= 0; at--) {
      const name = isList ? at : (names[at] as string);
      const inner = owners?.within.get(String(name));
      const member = isList ? here[at] : (here as Record<string, unknown>)[name];
      waiting.push({ value: member, name, outer: place, owners: inner, owner: inner?.step ?? owner });
    }
  }
}

/** The steps at a path and below it. */
interface Owners<S> {
  step?: S;
  within: Map<string, Owners<S>>;
}

interface Waiting<S> {
  value: unknown;
  name?: string | number;
  outer?: Waiting<S>;
  owners: Owners<S> | undefined;
  owner: S | undefined;
}

function pathOf<S>(place: Waiting<S>): Path {
  const path: (string | number)[] = [];
  for (let here: Waiting<S> | undefined = place; here?.name !== undefined; here = here.outer) path.push(here.name);
  return path.reverse();
}
