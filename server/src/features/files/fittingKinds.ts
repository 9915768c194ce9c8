import type { Context } from '../../analysis/analyse';
import type { Analysis } from '../../model/analysis';
import type { Kind } from '../../model/kind';
import { isObject } from '../../text/pointer';
import { countRecognisedKinds } from '../countRecognisedKinds';

/**
 * The kinds that a file may hold: those that are recognised, then those with which its first object shares at least four
 * properties, most of what it has. Those are no proof, but worth a question.
 */
export function fittingKinds(analysis: Analysis, { families }: Pick<Context, 'families'>): Kind[] {
  const kinds = families.flatMap(family => family.kinds).filter(({ fileNames, readOnly }) => !fileNames && !readOnly);
  const recognised = countRecognisedKinds(analysis).flatMap(({ id }) => kinds.filter(kind => kind.id === id));
  const value = analysis.parts.slice(0, MOST_PARTS).find(one => isObject(one.value) && !one.document)?.value;
  const names = isObject(value) ? Object.keys(value).slice(0, MOST_NAMES) : [];
  const shared = kinds
    .map(kind => ({ kind, count: names.filter(name => declares(kind, name)).length }))
    .filter(({ count }) => count >= LEAST_SHARED && count * 2 > names.length)
    .sort((one, two) => two.count - one.count)
    .map(({ kind }) => kind);
  return [...new Set([...recognised, ...shared])];
}

function declares({ schema, variants = [] }: Kind, name: string): boolean {
  return [schema, ...variants.map(variant => variant.schema)].some(({ properties = {} }) =>
    Object.hasOwn(properties, name),
  );
}

const MOST_PARTS = 100;
const MOST_NAMES = 200;
const LEAST_SHARED = 4;
