// Generates files from schemas/, protocols/, snippets/ and server/src/families/:
//   server/src/generated/<family>.validators.js and .d.ts   not committed
//   server/src/generated/<family>.contract.ts: its schemas
//   and validators, by kind, and its declared rules         not committed
//   server/src/generated/readOnlyContracts.ts: those of the
//   families that are only read                             not committed
//   server/src/generated/<family>.declaration.ts: what
//   protocols/<family>.agent-protocol.json comes to         not committed
//   server/src/generated/shippedReaders.ts and
//   shippedReaderFiles.ts: the readers of protocols/ that are
//   loaded on demand, and what proves that they are used     not committed
//   server/src/generated/packages.json: whose code is in them   not committed
//   server/src/generated/ruleDocs.ts, from the pages beside
//   the rules                                               not committed
//   server/src/generated/<family>.recognition.json: of its
//   schemas what recognising a kind needs                   not committed
//   server/src/generated/envelopeHints.json: what a text
//   can't lack if a kind is recognised in it                not committed
//   server/src/generated/templateTexts.json: the texts of
//   snippets that an author is to replace                   not committed
//   server/src/generated/settings.ts, from the rows of
//   schemas/settings.ts: what readSettings reads            not committed
//   from the same rows: the settings in package.json, the
//   table in docs/settings.md, and the schema of
//   .agent-envelopes.json                                   committed
//   package.nls.json: the texts that were in package.json,
//   where "%key%" takes their places                        committed
//   bugs and homepage in package.json, from its repository  committed
//   l10n/bundle.l10n.json: the texts that the extension shows,
//   for translators                                         committed
//   from the table of tools for agents: languageModelTools
//   in package.json, the table in docs/agents.md            committed
//   the lists of families in server/src/families/           committed
//   types/kinds.d.ts: the types of the kinds                committed
//   docs/rules/README.md: the list of all rules             committed
//   tools/lint/layers.json: which folder may import which   committed
// With --check nothing committed is written, and a stale committed file fails the run; with --schemas what is committed is left alone.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import { addressesOf } from './addresses.mjs';
import { languageModelTools, withToolsTable } from './agentTools.mjs';
import { layerRules } from './lint/layers.mjs';
import { moveTexts } from './manifestTexts.mjs';
import { packageOf, SCHEMA_PACKAGES } from './notices.mjs';
import { loadModules, loadRules, ruleDocsModule, ruleList } from './rulePages.mjs';
import {
  configurationGroups,
  projectFileSchema,
  readSettingsModule,
  restrictedConfigurations,
  withSettingsTable,
} from './settings.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Writes all generated files; leaves unchanged ones untouched. */
export async function generate() {
  // What follows imports these lists of families, and compiles the schemas.
  for (const { path, text } of [...familyLists(), await settingsSchema()]) writeIfChanged(path, text);
  await writeUncommitted();
  for (const { path, text } of await committedFiles()) writeIfChanged(path, text);
}

/** Writes what is not committed. Returns the names of stale committed files. */
async function staleFiles() {
  await writeUncommitted();
  return (await committedFiles()).filter(({ path, text }) => read(path) !== text).map(({ path }) => path);
}

/** Writes the generated files that are not committed: all that a build needs. */
export async function writeUncommitted() {
  writeIfChanged('server/src/generated/ruleDocs.ts', ruleDocsModule());
  writeIfChanged(
    'server/src/generated/settings.ts',
    readSettingsModule((await settings()).SETTING_ROWS, withoutAnnotations),
  );
  await writeValidators();
  writeIfChanged('server/src/generated/envelopeHints.json', JSON.stringify(await envelopeHints()));
  writeIfChanged('server/src/generated/templateTexts.json', JSON.stringify(await templateTexts()));
}

/** Compiles every family's schemas; resolves when all modules are written. */
export async function writeValidators() {
  // ajv itself wrote most of it.
  const packages = new Set(['ajv']);
  const declarations = await builtInDeclarations();
  for (const { path, text } of await shippedReaders()) writeIfChanged(path, text);
  await Promise.all(
    schemaFamilies().map(async family => {
      const validators = validatorsOf(readSchemas(family));
      const base = `server/src/generated/${family}.validators`;
      writeIfChanged(`${base}.d.ts`, validatorTypes(validators));
      const { text, files } = await bundle(standaloneCode(validators));
      writeIfChanged(`${base}.js`, text);
      const declared = declarations.get(family);
      writeIfChanged(`server/src/generated/${family}.contract.ts`, contract(family, declared?.clauses));
      const recognition = mapValues(readSchemas(family), recognitionSchema);
      if (declared) writeIfChanged(declared.path, declarationModule(declared.data, recognition));
      else writeIfChanged(`server/src/generated/${family}.recognition.json`, JSON.stringify(recognition));
      for (const file of files) packages.add(packageOf(file));
    }),
  );
  writeIfChanged('server/src/generated/readOnlyContracts.ts', readOnlyContracts());
  writeIfChanged(SCHEMA_PACKAGES, JSON.stringify([...packages].filter(Boolean).sort()));
}

/**
 * The built-in families that a file of protocols/ declares, by id.
 *
 * @returns {Promise<Map<string, { path: string, data: object, clauses: object }>>} where the generated module is, what it says of
 * kinds, and the clauses that judge envelopes
 */
async function builtInDeclarations() {
  const { declarationData } = await loadModules(['server/src/families/declared/declarationData']);
  const uriOf = path => `file:///${path}`;
  const fileOf = family => `protocols/${family}.agent-protocol.json`;
  // A family that only reads a protocol may have the name of one that is shipped.
  const declared = schemaFamilies().filter(
    id => (hasModule(id, 'kinds') || isMapped(id)) && existsSync(join(root, fileOf(id))),
  );
  return new Map(
    declared.map(family => {
      const kinds = names(`schemas/${family}`, entry => entry.isFile()).map(name => `schemas/${family}/${name}`);
      const files = new Map([fileOf(family), ...kinds].map(path => [uriOf(path), JSON.parse(read(path))]));
      const { rules, order } = files.get(uriOf(fileOf(family)));
      const path = `server/src/generated/${family}.declaration.ts`;
      return [family, { path, data: declarationData(uriOf(fileOf(family)), files), clauses: { rules, order } }];
    }),
  );
}

/**
 * The readers of protocols/ that are loaded when a value proves that it is one of their records: what proves it, from the signatures of
 * their kinds, and where the declaration is.
 */
async function shippedReaders() {
  const { readProtocolDeclaration, SURE } = await loadModules([
    'server/src/families/declared/readProtocolDeclaration',
    'server/src/families/recognitionWeights',
  ]);
  const readers = names('protocols', entry => entry.name.endsWith('.agent-protocol.json')).flatMap(file => {
    const value = JSON.parse(read(`protocols/${file}`));
    const { id, readOnly } = value;
    if (readOnly !== true || existsSync(join(root, `schemas/${id}`))) return [];
    if (file !== `${id}.agent-protocol.json`) throw new Error(`protocols/${file}: its name must be its id, ${id}`);
    const { family, faults } = readProtocolDeclaration(value, {
      uri: `file:///${file}`,
      compile: () => ({}),
      files: new Map(),
    });
    const said = faults.map(({ path, message }) => `protocols/${file}: ${path.join('.')}: ${message}`);
    if (!family || faults.length > 0) throw new Error(said.join('\n'));
    const evidence = family.kinds.flatMap(kind => kind.signature.evidence);
    const proof = evidence.filter(({ weight, onlyBeside }) => weight >= SURE && !onlyBeside).map(({ when }) => when);
    const signs = evidence.filter(({ when, weight }) => weight > 0 && !proof.includes(when)).map(({ when }) => when);
    if (proof.length === 0) throw new Error(`protocols/${file}: no kind has a proof`);
    return [{ id, title: family.title, rules: [], proof, signs, ...(family.isOpenEnded && { isOpenEnded: true }) }];
  });
  const required = readers.map(
    ({ id }) => `  ['${id}', () => require('../../../protocols/${id}.agent-protocol.json')],\n`,
  );
  return [
    {
      path: 'server/src/generated/shippedReaders.ts',
      text: `// Generated by npm run generate
import type { ShippedProtocol } from '../model/family';

export const SHIPPED_READERS: readonly ShippedProtocol[] = ${JSON.stringify(readers)};
`,
    },
    {
      path: 'server/src/generated/shippedReaderFiles.ts',
      text: `// Generated by npm run generate
export const READER_FILES: readonly (readonly [id: string, read: () => unknown])[] = [\n${required.join('')}];
`,
    },
  ];
}

/** What of a family is declared in its file, as `defineFamily` takes it. */
function declarationModule({ kinds, ...family }, schemas) {
  const described = Object.entries(kinds).map(([name, kind]) => [name, { schema: schemas[name], ...kind }]);
  const text = JSON.stringify({ ...family, kinds: Object.fromEntries(described) });
  return `// Generated by npm run generate
import type { FamilyDeclaration } from '../model/family';

export default ${text} satisfies FamilyDeclaration;
`;
}

/** What a text can't lack if a kind of our families is recognised in it. */
async function envelopeHints() {
  const { computeEnvelopeWords, familiesForReading, SHIPPED_PROTOCOLS } = await loadModules([
    'server/src/analysis/computeEnvelopeWords',
    'server/src/families/familiesForReading',
    'server/src/families/declared/shippedProtocols',
  ]);
  return computeEnvelopeWords(
    familiesForReading,
    SHIPPED_PROTOCOLS.map(({ proof }) => proof),
  );
}

/** The texts of the snippets that an author is to replace, by kind: pairs of a pointer, with `*` for an index, and a text. */
async function templateTexts() {
  const { snippetPlaceholders } = await loadModules(['server/src/slots/snippetPlaceholders']);
  const texts = {};
  for (const file of names('snippets', entry => entry.isFile()).sort()) {
    for (const [id, { body }] of Object.entries(JSON.parse(read(`snippets/${file}`)))) {
      const kind = id.split(':')[0];
      texts[kind] = [...(texts[kind] ?? []), ...snippetPlaceholders(body.join('\n'))];
    }
  }
  return texts;
}

/** The families that have schemas, in order. */
export function schemaFamilies() {
  return names('schemas', entry => entry.isDirectory());
}

/** A family's published schemas, by kind. */
export function readSchemas(family) {
  const suffix = '.schema.json';
  const kinds = names(`schemas/${family}`, entry => entry.name.endsWith(suffix)).map(file =>
    file.slice(0, -suffix.length),
  );
  return Object.fromEntries(kinds.sort().map(kind => [kind, JSON.parse(read(`schemas/${family}/${kind}${suffix}`))]));
}

/** Export name to schema. Each dialect of a kind has its own validator. */
export function validatorsOf(schemas) {
  const validators = {};
  for (const [kind, schema] of Object.entries(schemas)) {
    validators[camelCase(kind)] = schema;
    for (const [dialect, definition] of Object.entries(dialectsIn(schema))) {
      validators[camelCase(`${kind}-${dialect}`)] = { $id: `${schema.$id}?${dialect}`, ...definition };
    }
  }
  return validators;
}

/** The dialects of a kind: the definitions of a schema that has no properties of its own. */
function dialectsIn({ properties, definitions = {} }) {
  return properties ? {} : definitions;
}

/** The part of a kind's schema that recognition uses: its id and title, and the types and choices of its properties. */
export function recognitionSchema({ $id, title, 'x-file-names': fileNames, properties = {}, definitions }) {
  return {
    $id,
    title,
    'x-file-names': fileNames,
    properties: mapValues(properties, recognitionProperty),
    definitions: definitions && mapValues(definitions, recognitionSchema),
  };
}

// Examples that are all strings may be names, which a signature may check.
function recognitionProperty({ type, enum: choices, examples, properties, additionalProperties }) {
  return {
    type,
    enum: choices,
    examples: examples?.every(one => typeof one === 'string') ? examples : undefined,
    properties: properties && mapValues(properties, recognitionProperty),
    additionalProperties: additionalProperties ? true : undefined,
  };
}

function standaloneCode(validators) {
  const ajv = new Ajv({
    code: { source: true, esm: true, lines: false },
    allErrors: true,
    messages: false,
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    // What several places share is one function.
    inlineRefs: false,
    // A condition lists only the properties it checks, so its `if` has no type.
    strictTypes: false,
  });
  addFormats(ajv);
  for (const schema of Object.values(validators)) ajv.addSchema(withoutAnnotations(schema));
  const ids = Object.fromEntries(Object.entries(validators).map(([name, schema]) => [name, schema.$id]));
  return standalone(ajv, ids).replaceAll(TIME_FORMAT, format => `(${withUsualTime})(${format})`);
}

const TIME_FORMAT = 'require("ajv-formats/dist/formats").fullFormats["iso-date-time"]';

// Nearly all times of a log are written in this way, and ajv's own check of one takes as long as that of ten other values.
const withUsualTime = `full => {
  const usual = /^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?Z$/;
  return { validate: text => usual.test(text) || full.validate(text) };
}`;

const maps = ['properties', 'definitions'];
const lists = ['allOf', 'anyOf'];
const subschemas = ['items', 'additionalProperties', 'if', 'then', 'else'];
const plainAnnotations = ['$schema', 'title', 'description', 'markdownDescription', 'default', 'examples'];
const annotations = [...plainAnnotations, 'enumDescriptions', 'patternErrorMessage'];

/**
 * Keeps only validation keywords, so that the code stays small. Also keeps unknown keywords, which ajv then rejects.
 */
export function withoutAnnotations(schema) {
  if (typeof schema !== 'object') return schema;
  const bare = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (maps.includes(keyword)) bare[keyword] = mapValues(value, withoutAnnotations);
    else if (lists.includes(keyword)) bare[keyword] = value.map(withoutAnnotations);
    else if (subschemas.includes(keyword)) bare[keyword] = withoutAnnotations(value);
    else if (!annotations.includes(keyword) && !keyword.startsWith('x-')) bare[keyword] = value;
  }
  // The values imply the type; with both keywords one error would be reported twice.
  if (bare.enum) delete bare.type;
  return bare;
}

/** A self-contained module: ajv's code requires parts of ajv and ajv-formats. */
async function bundle(code) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: root, loader: 'js' },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    minifySyntax: true,
    minifyWhitespace: true,
    banner: { js: '// Generated by npm run generate' },
  });
  return { text: outputFiles[0].text, files: Object.keys(metafile.inputs) };
}

/** The contracts of the families that are only read, in one module, which is loaded as a whole. */
function readOnlyContracts() {
  const lines = readOnlyFamilies().map(id => `export { contract as ${camelCase(id)} } from './${id}.contract';\n`);
  return `// Generated by npm run generate\n${lines.join('')}`;
}

function validatorTypes(validators) {
  const lines = Object.keys(validators).map(name => `export const ${name}: Validate;\n`);
  return `// Generated by npm run generate\nimport type { Validate } from '../model/schema';\n\n${lines.join('')}`;
}

/** What `addContractToFamily` takes of a family: by kind its schema and its validator, or one for each dialect; what its declaration says of rules. */
function contract(family, declared) {
  const schemas = Object.entries(readSchemas(family));
  const validatorOf = name => `validators.${camelCase(name)}`;
  const validatorsOfKind = (kind, dialects) =>
    dialects.length === 0
      ? validatorOf(kind)
      : `{ ${dialects.map(one => `'${one}': ${validatorOf(`${kind}-${one}`)}`).join(', ')} }`;
  return [
    '// Generated by npm run generate\n',
    ...schemas.map(([kind]) => `import ${camelCase(kind)} from '../../../schemas/${family}/${kind}.schema.json';\n`),
    `import * as validators from './${family}.validators';\n\nexport const contract = {\n  schemas: {\n`,
    ...schemas.map(([kind]) => `    '${kind}': ${camelCase(kind)},\n`),
    '  },\n  validators: {\n',
    ...schemas.map(([kind, schema]) => `    '${kind}': ${validatorsOfKind(kind, Object.keys(dialectsIn(schema)))},\n`),
    '  },\n',
    ...(declared ? [`  declared: ${JSON.stringify(declared)},\n`] : []),
    '};\n',
  ].join('');
}

async function committedFiles() {
  // Of the packages that it needs, an install of the command line has none.
  const { l10nBundle } = await import('./shownTexts.mjs');
  return [
    { path: 'l10n/bundle.l10n.json', text: jsonText('l10n/bundle.l10n.json', l10nBundle()) },
    ...familyLists(),
    await settingsSchema(),
    ...manifestFiles(await settings(), await loadRules(), await toolDeclarations()),
    { path: 'docs/agents.md', text: withToolsTable(read('docs/agents.md'), await toolDeclarations()) },
    { path: 'docs/settings.md', text: withSettingsTable(read('docs/settings.md'), (await settings()).SETTING_ROWS) },
    { path: 'tools/lint/layers.json', text: formatted('tools/lint/layers.json', JSON.stringify(layerRules())) },
    await ruleList(),
    await packageTypes(),
  ];
}

/** The types of the kinds that are checked, for programs that use the package: as `generate --target typescript` writes them. */
async function packageTypes() {
  const path = 'types/kinds.d.ts';
  const { families, contractSchemas, writeTypeScript } = await loadModules([
    'server/src/families/index',
    'server/src/features/generation/contractSchemas',
    'server/src/features/generation/writeTypeScript',
  ]);
  const kinds = families.flatMap(family => family.kinds.filter(kind => !kind.readOnly && !kind.fileNames));
  const contracts = contractSchemas(kinds);
  const ids = contracts.map(({ kind, name }) => `  '${kind}': ${name};`);
  const text = [
    '// Generated by npm run generate',
    '',
    writeTypeScript(contracts),
    '/** The kinds of the built-in protocols, by their ids. */',
    `export interface Kinds {\n${ids.join('\n')}\n}\n`,
  ];
  return { path, text: formatted(path, text.join('\n')) };
}

/**
 * The lists of all families. They put together what each has: `kinds.ts`, or a file of `traces/`, reads, its contract and
 * `checks.ts` judge, its snippets and `conversions.ts` help to write.
 */
function familyLists() {
  const ids = schemaFamilies();
  const authored = ids.filter(id => existsSync(join(root, `snippets/${id}.json`)));
  return [
    familyModule(
      'familiesForReading',
      ids.map(readingFamily),
      list => `/** All families (protocols and log formats), without rules, snippets and conversions, for bundles that only read envelopes. */
export const familiesForReading: readonly Family[] = [${list}];`,
    ),
    familyModule(
      'index',
      ids.map(checkedFamily),
      list => `/** All families (protocols and log formats) with their rules, for checking envelopes; without snippets and conversions. */
export const families: readonly Family[] = [${list}];`,
    ),
    familyModule(
      'familiesWithSnippets',
      [
        ...authored.map(authoringOf),
        { imports: { './defineFamily': '{ type FamilyAuthoring, withAuthoring }', './index': '{ families }' } },
      ],
      list => `const AUTHORING: Readonly<Record<string, FamilyAuthoring>> = {${list}};

/** All families (protocols and log formats) with their rules, snippets and conversions, by which an editor helps to write envelopes. */
export const familiesWithSnippets: readonly Family[] = families.map(family => withAuthoring(family, AUTHORING[family.id]));`,
    ),
  ];
}

/** A module with one expression for each family, and the modules that these import. */
function familyModule(name, parts, textOf) {
  const path = `server/src/families/${name}.ts`;
  const imports = { '../model/family': 'type { Family }', ...Object.assign({}, ...parts.map(part => part.imports)) };
  const text = [
    '// Generated by npm run generate',
    ...Object.entries(imports)
      .sort(([one], [two]) => (one < two ? -1 : 1))
      .map(([module, names]) => `import ${names} from '${module}';`),
    '',
    textOf(parts.flatMap(part => part.text ?? []).join(', ')),
    '',
  ];
  return { path, text: formatted(path, text.join('\n')) };
}

function readingFamily(id) {
  const name = camelCase(id);
  if (isMapped(id)) {
    const imports = { [`../generated/${id}.declaration`]: `${name}`, './mapping/mappedFamily': '{ mappedFamily }' };
    return { imports, text: `mappedFamily(${name})` };
  }
  return { imports: { [hasModule(id, 'kinds') ? `./${id}/kinds` : `./traces/${id}`]: name }, text: name };
}

function checkedFamily(id) {
  const { imports, text } = readingFamily(id);
  const name = camelCase(id);
  const contract = hasModule(id, 'checks')
    ? { [`../generated/${id}.contract`]: `{ contract as ${name}Contract }` }
    : { '../generated/readOnlyContracts': `{ ${readOnlyFamilies().map(contractImport).join(', ')} }` };
  const declares = existsSync(join(root, `protocols/${id}.agent-protocol.json`)) && hasModule(id, 'checks');
  const checks = hasModule(id, 'checks') ? { [`./${id}/checks`]: `${name}Checks` } : {};
  return {
    imports: { ...imports, ...checks, ...contract, './addContractToFamily': '{ addContractToFamily }' },
    text: `addContractToFamily(${[text, `() => ${name}Contract`, ...Object.values(checks), ...(declares ? ['true'] : [])]})`,
  };
}

function readOnlyFamilies() {
  return schemaFamilies().filter(id => !hasModule(id, 'checks'));
}

function contractImport(id) {
  return `${camelCase(id)} as ${camelCase(id)}Contract`;
}

function authoringOf(id) {
  const name = camelCase(id);
  const conversions = hasModule(id, 'conversions')
    ? { [`./${id}/conversions`]: `{ conversions as ${name}Conversions }` }
    : {};
  const fields = [
    `snippets: ${name}Snippets`,
    ...Object.keys(conversions).map(() => `conversions: ${name}Conversions`),
  ];
  return {
    imports: { [`../../../snippets/${id}.json`]: `${name}Snippets`, ...conversions },
    text: `'${id}': { ${fields} }`,
  };
}

/** Whether a family is a declaration alone: a reader whose steps are rules. */
function isMapped(id) {
  return !hasModule(id, 'kinds') && !existsSync(join(root, `server/src/families/traces/${id}.ts`));
}

function hasModule(id, name) {
  return existsSync(join(root, `server/src/families/${id}/${name}.ts`));
}

function settings() {
  return loadModules(['schemas/settings']);
}

async function toolDeclarations() {
  return (await loadModules(['server/src/features/agentTools/callTool'])).toolDeclarations();
}

async function settingsSchema() {
  const path = 'schemas/agent-envelopes/settings.schema.json';
  return { path, text: formatted(path, JSON.stringify(projectFileSchema((await settings()).SETTING_ROWS))) };
}

/**
 * The manifest with all settings, the tools for agents and the addresses that follow from the repository's, and the file with its texts; the unchanged text of
 * one that is up to date.
 */
function manifestFiles({ SETTING_GROUPS, SETTING_ROWS: rows }, { fileRules, ruleSummary }, tools) {
  const content = JSON.parse(read('package.json'));
  const kinds = schemaFamilies().flatMap(family =>
    Object.entries(readSchemas(family))
      .filter(([, schema]) => !schema['x-file-names'])
      .map(([kind]) => `${family}/${kind}`),
  );
  content.contributes.configuration = configurationGroups(SETTING_GROUPS, rows, {
    associations: { additionalProperties: { type: 'string', enum: ['none', ...kinds] } },
    rules: severitiesOf(fileRules(), ruleSummary),
  });
  content.contributes.languageModelTools = languageModelTools(tools);
  content.capabilities.untrustedWorkspaces.restrictedConfigurations = restrictedConfigurations(rows);
  const { manifest, texts } = moveTexts({ ...content, ...addressesOf(content) }, JSON.parse(read('package.nls.json')));
  return [
    { path: 'package.json', text: jsonText('package.json', manifest) },
    { path: 'package.nls.json', text: jsonText('package.nls.json', texts) },
  ];
}

/** The text of a file with this content; the present one if that has it. */
function jsonText(path, content) {
  const text = read(path);
  if (text !== undefined && JSON.stringify(content) === JSON.stringify(JSON.parse(text))) return text;
  return formatted(path, `${JSON.stringify(content, null, 2)}\n`);
}

/** The schema of the severities setting: each rule by name, so that an editor completes and checks it. */
function severitiesOf(rules, summaryOf) {
  const severity = { type: 'string', enum: ['error', 'warning', 'info', 'off'] };
  const ids = rules.map(({ id }) => id).sort();
  const abouts = Object.fromEntries(rules.map(rule => [rule.id, `${rule.severity}: ${summaryOf(rule)}`]));
  return {
    properties: Object.fromEntries(ids.map(id => [id, { ...severity, markdownDescription: abouts[id] }])),
    patternProperties: { '^[a-z][a-z0-9-]*/\\*$': severity },
    additionalProperties: false,
  };
}

/** Formats as the project's formatter does, so that generated files pass the linter. */
function formatted(path, text) {
  if (!existsSync(join(root, 'biome.json'))) return text;
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${path}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });
}

function names(folder, wanted) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(wanted)
    .map(entry => entry.name)
    .sort();
}

function read(path) {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function writeIfChanged(path, text) {
  if (read(path) === text) return;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

function camelCase(name) {
  return name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--check')) {
    const stale = await staleFiles();
    for (const file of stale) console.error(`${file} is stale; run "npm run generate".`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else if (process.argv.includes('--schemas')) {
    await writeUncommitted();
  } else {
    await generate();
  }
}
