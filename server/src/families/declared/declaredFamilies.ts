import type { Family } from '../../model/family';
import type { DeclarationFault } from '../../model/rule';
import type { Compile } from '../../model/schema';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { isTooLarge, type RawSchema } from '../../slots/subschemas';
import { atPath } from '../../text/jsonPointer';
import { memoizeByVersion } from '../../text/memoize';
import { type ProtocolReading, readProtocolDeclaration } from './readProtocolDeclaration';
import { MAX_CACHED_FILES, schemaIn, valueIn } from './readSchemaFiles';
import { TOO_LARGE } from './unusableSchema';

/** A file in which a user declares a protocol, with the texts of the schema files that it names, by URI. */
export interface ProtocolFile {
  uri: string;
  text: string;
  schemas: ReadonlyMap<string, string | null>;
}

/** The families that a workspace declares, with the errors in the files that declare them. */
export interface DeclaredFamilies {
  families: readonly Family[];
  /** Returns the errors of a declaration or schema file; undefined for any other file. Compiles its schemas. */
  faultsIn(uri: string): readonly DeclarationFault[] | undefined;
  /** Returns the URI of the file that declares the family with an id. */
  fileOf(id: string): string | undefined;
  /** Returns the family that a file declares, even if its id is taken. */
  familyIn(uri: string): Family | undefined;
}

/** Returns the families that files declare. Of several with one id the first wins; identical copies are no error. */
export function declaredFamilies(
  files: readonly ProtocolFile[],
  others: readonly Family[],
  compile: Compile,
): DeclaredFamilies {
  const owners = new Map<string, ProtocolFile | undefined>(RESERVED_IDS.map(id => [id, undefined]));
  for (const { id } of others) owners.set(id.toLowerCase(), undefined);
  const families: Family[] = [];
  const read = new Map<string, { protocol: ProtocolReading; faults: DeclarationFault[] }>();
  for (const file of files) {
    if (read.has(file.uri)) continue;
    const protocol = readFile(file, compile);
    const faults = [...protocol.faults];
    read.set(file.uri, { protocol, faults });
    const { family } = protocol;
    if (!family) continue;
    const key = family.id.toLowerCase();
    const owner = owners.get(key);
    if (!owners.has(key)) {
      owners.set(key, file);
      families.push(family);
    } else if (!owner || !isCopy(file, owner)) {
      faults.push({ path: ['id'], message: taken(family.id, owner?.uri) });
    }
  }
  return {
    families,
    fileOf: id => owners.get(id.toLowerCase())?.uri,
    familyIn: uri => read.get(uri)?.protocol.family,
    faultsIn(uri) {
      const own = read.get(uri);
      return own && oneEach([...own.faults, ...uncompiled(uri)]);
    },
  };

  function uncompiled(uri: string): DeclarationFault[] {
    const file = files.find(one => one.uri === uri);
    const value = valueIn(uri, file?.text ?? '');
    const { schemas, faults = [] } = read.get(uri)?.protocol ?? {};
    return [...(schemas ?? [])].flatMap(([name, schema]): DeclarationFault[] => {
      const made = compile(schema);
      if ('validate' in made || faults.some(({ path }) => path[1] === name && path[2] === 'schema')) return [];
      const path = ['kinds', name, 'schema'];
      const isHere = made.at !== undefined && atPath(value, [...path, made.at]) !== undefined;
      return [
        { path: isHere ? [...path, made.at as string] : path, message: t`This schema can't be used: ${made.fault}` },
      ];
    });
  }
}

function isCopy(one: ProtocolFile, other: ProtocolFile): boolean {
  return one.text === other.text && [...one.schemas].every(([path, text]) => other.schemas.get(path) === text);
}

/** Prefixes of built-in rule and kind ids, and `none`. */
export const RESERVED_IDS = ['none', 'schema', 'syntax', 'envelope', 'rules', 'run'];

function oneEach(faults: readonly DeclarationFault[]): DeclarationFault[] {
  const worse = faults.filter(({ severity }) => severity === undefined);
  const isWithin = (path: Path, other: Path) => path.every((step, at) => other[at] === step);
  return faults.filter(({ severity, path }) => severity === undefined || !worse.some(one => isWithin(path, one.path)));
}

// Cached by file and schemas, since it is requested in several contexts.
const readings = memoizeByVersion<ProtocolReading>(MAX_CACHED_FILES);

function readFile(file: ProtocolFile, compile: Compile): ProtocolReading {
  const key = JSON.stringify([file.uri, file.text, [...file.schemas]]);
  return readings(key, compile, () => readWithSchemas(file, compile));
}

function readWithSchemas(file: ProtocolFile, compile: Compile): ProtocolReading {
  const files = new Map<string, RawSchema>();
  const unusable = new Map<string, string>();
  for (const [uri, text] of [[file.uri, file.text] as const, ...file.schemas]) {
    if (text === null) continue;
    const schema = schemaIn({ uri, text });
    if (!schema) unusable.set(uri, t`there is no object in it.`);
    else if (isTooLarge(schema)) unusable.set(uri, TOO_LARGE);
    else files.set(uri, schema);
  }
  return readProtocolDeclaration(valueIn(file.uri, file.text), { compile, uri: file.uri, files, unusable });
}

function taken(id: string, owner: string | undefined): string {
  const by = owner === undefined ? t`a protocol that is built in` : owner.slice(owner.lastIndexOf('/') + 1);
  return t`"${id}" is taken by ${by}; this protocol is ignored until it has its own id.`;
}
