// Says which source folder may import which. `npm run generate` writes tools/lint/layers.json from it, which the linter applies.

/** The folders of server/src/ that make up the core. Each may import only the ones before it. */
export const CORE = [
  'model',
  'shared',
  'text',
  'parts',
  'slots',
  'registry',
  'rules',
  'families',
  'analysis',
  'runs',
  'features',
  'sources',
];

/** The other restricted folders of server/src/, with the folders and files there that they must not import. */
const BESIDE_THE_CORE = {
  project: ['features', 'workspace', 'cli', 'connection', 'entries'],
  cli: ['connection', 'entries/server'],
  web: ['network', 'cli', 'entries'],
  workspace: CORE.slice(3),
  network: ['features', 'project', 'cli', 'web', 'connection', 'entries'],
};

const ROOTS = ['workspace', 'network', 'cli', 'project', 'web', 'connection', 'entries'];
const VSCODE = forbid('Only client/ imports vscode.', ['vscode', 'vscode/**']);
const LSP = forbid('Only connection/ and entries/ speak to the language server library.', [
  'vscode-languageserver',
  'vscode-languageserver/**',
]);
const DISK = forbid('Only server/src/workspace/ reads the disk.', ['node:fs', 'node:fs/**', 'fs', 'fs/**']);
const NETWORK = forbid(
  'Only server/src/network/ opens connections.',
  ['http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns'].flatMap(name => [name, `node:${name}`]),
);
const CLIENT = forbid('The server knows nothing of the client.', ['**/client/**']);

/** @returns the configuration that biome.json extends: one override for each restricted folder */
export function layerRules() {
  const core = CORE.map((layer, at) => {
    const before = CORE.slice(0, at).join(', ') || 'none';
    const message = `${layer}/ may import only the layers before it: ${before}.`;
    return restrict(`server/src/${layer}/**`, [
      VSCODE,
      LSP,
      DISK,
      NETWORK,
      CLIENT,
      forbid(message, [...CORE.slice(at + 1), ...ROOTS].flatMap(waysInto)),
    ]);
  });
  const beside = Object.entries(BESIDE_THE_CORE).map(([folder, refused]) =>
    restrict(`server/src/${folder}/**`, [
      VSCODE,
      LSP,
      ...(folder === 'workspace' ? [] : [DISK]),
      ...(folder === 'network' ? [] : [NETWORK]),
      CLIENT,
      forbid(`${folder}/ may not import ${refused.join(', ')}.`, refused.flatMap(waysInto)),
    ]),
  );
  return { $schema: '../../node_modules/@biomejs/biome/configuration_schema.json', overrides: [...core, ...beside] };
}

/** The ways an import can name a folder or file of server/src/ from a folder up to three levels below it. */
function waysInto(name) {
  return [`**/${name}/**`, `../${name}`, `../../${name}`, `../../../${name}`];
}

function forbid(message, group) {
  return { group, message };
}

function restrict(folder, patterns) {
  const noRestrictedImports = { level: 'error', options: { patterns } };
  return { includes: [folder], linter: { rules: { style: { noRestrictedImports } } } };
}

/**
 * The rooms of large folders: folders, and files that import some. A room imports only earlier ones and the other files of
 * the folder itself; a test checks the imports.
 */
export const ROOMS = {
  'server/src/runs': [
    ...['reading', 'assembly', 'stateHistory', 'columnarSteps', 'handoffs', 'detectPatterns', 'alignRuns'],
    ...['redaction', 'mermaidDiagram', 'exportedRun', 'index', 'textIndex', 'findSearchedParts', 'runRules', 'indexer'],
  ],
  'server/src/features': [
    ...['rulePages', 'formatting', 'freshId', 'neighbourEnvelopes', 'fillSnippets'],
    ...['documentLinks', 'documentSymbols', 'foldingRanges', 'symbols', 'hover', 'completion'],
    ...['diagnostics', 'closedFileDiagnostics', 'fixes', 'refactorings'],
    ...['associationEdit', 'newRegistry', 'inference', 'generation', 'recognitionStatus'],
    ...['runs', 'replay', 'agentTools'],
  ],
};
