import type { Family, ShippedProtocol } from '../../model/family';
import type { Compile } from '../../model/schema';
import { isObject } from '../../text/jsonPointer';
import { computeOnce, memoizeByObject, memoizeByObjects } from '../../text/memoize';
import { rememberKinds } from '../familyOfKind';
import { readProtocolDeclaration } from './readProtocolDeclaration';
import { SHIPPED_PROTOCOLS } from './shippedProtocols';

/**
 * Returns the declaration of a shipped protocol by the protocol's id; undefined for any other id. Shipped protocols are those in the folder
 * `protocols/`.
 */
export type ReadDeclaration = (id: string) => unknown;

/** Returns whether a name in the setting `protocols` is that of a shipped protocol, with `!` before it if it is switched off. */
export function isShippedName(name: string): boolean {
  return SHIPPED_PROTOCOLS.some(({ id }) => name === id || name === `!${id}`);
}

interface ShippedFamiliesOptions {
  builtIn: readonly Family[];
  /** The families that the workspace declares. One with the id of a shipped protocol takes its place. */
  declared: readonly Family[];
  declarationOf: ReadDeclaration;
  compile: Compile;
}

/**
 * Returns all families under the setting `protocols` with these names. A shipped protocol that is named is loaded, and recognised like those
 * that the workspace declares. Any other shipped protocol is loaded only when a value proves that it is used.
 */
export function withShippedFamilies(
  names: readonly string[],
  { builtIn, declared, declarationOf, compile }: ShippedFamiliesOptions,
): readonly Family[] {
  const made = shippedFor(declarationOf)(builtIn, compile);
  if (declared.length === 0 && !names.some(isShippedName)) return made.all;
  const shipped = made.shipped.flatMap(one => {
    if (names.includes(`!${one.id}`) || declared.some(({ id }) => id === one.id)) return [];
    return names.includes(one.id) ? (one.shipped?.read() ?? []) : one;
  });
  return [...builtIn, ...declared, ...shipped];
}

interface ShippedFamilies {
  /** The stand-ins for the shipped protocols, until one is loaded. */
  shipped: readonly Family[];
  /** The built-in families, and the stand-ins. */
  all: readonly Family[];
}

// The same list for all folders where nothing is declared, since results are cached by it.
const shippedFor = memoizeByObject((declarationOf: ReadDeclaration) =>
  memoizeByObjects((builtIn: readonly Family[], compile: Compile): ShippedFamilies => {
    const shipped = SHIPPED_PROTOCOLS.map(one => standIn(one, { builtIn, declarationOf, compile }));
    return { shipped, all: [...builtIn, ...shipped] };
  }),
);

function standIn(protocol: ShippedProtocol, options: Omit<ShippedFamiliesOptions, 'declared'>): Family {
  const { id, title } = protocol;
  return {
    id,
    title,
    reference: title,
    kinds: [],
    rules: [],
    runRules: [],
    snippets: [],
    documents: [],
    isDeclared: true,
    shipped: { ...protocol, read: computeOnce(() => readShipped(id, options)) },
  };
}

function readShipped(
  id: string,
  { builtIn, declarationOf, compile }: Omit<ShippedFamiliesOptions, 'declared'>,
): Family | undefined {
  const value = declarationOf(id);
  if (!isObject(value)) return undefined;
  const uri = `agent-envelopes:/protocols/${id}.agent-protocol.json`;
  const { family } = readProtocolDeclaration(value, { compile, uri, files: new Map([[uri, value]]) });
  if (!family) return undefined;
  const reader = builtIn.find(one => one.id === id);
  const whole = reader ? withReader(family, reader) : family;
  rememberKinds(whole);
  return whole;
}

/** Adds to a protocol what the built-in family of its id reads: the calls and messages in kinds that both have. */
function withReader(family: Family, { kinds, exchange, steps }: Family): Family {
  const isRead = ({ id }: { id: string }) => kinds.some(kind => kind.id === id);
  return {
    ...family,
    kinds: family.kinds.map(kind => {
      const toolCall = kinds.find(({ id }) => id === kind.id)?.toolCall;
      return toolCall ? { ...kind, toolCall } : kind;
    }),
    ...(exchange && {
      exchange: (value, kind, around) =>
        family.exchange?.(value, kind, around) ?? (isRead({ id: kind }) ? exchange(value, kind, around) : undefined),
    }),
    ...(steps && {
      steps(value, kind) {
        const drafts = family.steps?.(value, kind) ?? [];
        const effects = isRead(kind) && !kind.steps ? steps(value, kind).flatMap(draft => draft.effects ?? []) : [];
        return effects.length > 0 ? drafts.map(draft => ({ ...draft, effects })) : drafts;
      },
    }),
  };
}
