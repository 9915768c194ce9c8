// What the galleries demand of the package, as far as it can be known without them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { decode } from 'fast-png';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addressesOf, PLACEHOLDER, publicationFaults } from '../../tools/addresses.mjs';
import { runsEverything } from '../kit/amount';
import { projectRoot } from '../kit/corpus';
import { installNode } from '../kit/installNode';
import { temporaryFolder } from '../kit/temporaryFolder';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const PAGE = 'https://github.com/somebody/agent-envelopes';

function run(program: string, args: readonly string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** What is packed, in a folder of its own, with a manifest whose addresses look real. */
async function publicProject() {
  const project = temporaryFolder();
  const files = await listFiles({ cwd: projectRoot, packageManager: PackageManager.None });
  for (const file of [...files, 'README.md', '.vscodeignore', 'LICENSE']) {
    mkdirSync(dirname(project.pathOf(file)), { recursive: true });
    copyFileSync(join(projectRoot, file), project.pathOf(file));
  }
  const own = { ...manifest, repository: { ...manifest.repository, url: `${PAGE}.git` } };
  const complete = { ...own, ...addressesOf(own) };
  expect(publicationFaults(complete)).toEqual([]);
  // It would build once more.
  const { scripts: _, ...rest } = complete;
  project.write('package.json', JSON.stringify(rest));
  return project;
}

test.runIf(publicationFaults(manifest).length > 0).each([
  ['the galleries', 'tools/package.mjs', '--release'],
  ['npm', manifest.scripts.prepublishOnly.replace('node ', '')],
])('a manifest with a placeholder is refused, for %s', (_, ...script) => {
  const { status, output } = run(process.execPath, script, projectRoot);
  expect(status).toBe(1);
  expect(output).toMatch(/^This can't be published:\n {2}package\.json: repository\.url is a placeholder /);
});

test('nothing else keeps npm from publishing it', () => {
  expect(manifest).not.toHaveProperty('private');
  expect(manifest.scripts.prepublishOnly).toBe('node tools/addresses.mjs');
});

// Packing takes half a minute, and each build packs the manifest as it is.
describe.runIf(runsEverything)('with addresses that look real', () => {
  let vsix: Record<string, Uint8Array>;
  let file: string;

  const text = (name: string) => strFromU8(vsix[name] ?? new Uint8Array());

  beforeAll(async () => {
    const project = await publicProject();
    const vsce = join(projectRoot, 'node_modules/@vscode/vsce/vsce');
    const packed = run(process.execPath, [vsce, 'package', '--no-dependencies', '--out', 'x.vsix'], project.path);
    // Its checks: names, versions, engines, entry points, licence, icon, pictures and links of the README, secrets.
    expect(packed, packed.output).toMatchObject({ status: 0 });
    expect(packed.output).not.toMatch(/WARN|ERROR/);
    file = project.pathOf('x.vsix');
    vsix = unzipSync(readFileSync(file));
    return project.dispose;
  });

  test('vsce packs without a warning, and its README and CHANGELOG lead into the repository', () => {
    const pages = Object.keys(vsix).filter(name => /^extension\/(readme|changelog)\.md$/i.test(name));
    expect(pages).toHaveLength(2);
    for (const page of pages) {
      const links = [...text(page).matchAll(/\]\(([^)]+)\)/g)].map(([, address = '']) => address);
      expect(links.length).toBeGreaterThan(5);
      expect(links.filter(address => !/^(https:|#)/.test(address))).toEqual([]);
      expect(links.filter(address => address.startsWith(`${PAGE}/`)).length).toBeGreaterThan(5);
      expect(links.filter(address => /\.svg$/.test(address) && /raw/.test(address))).toEqual([]);
    }
    // The pictures are there.
    const shown = [...read('README.md').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, address = '']) => address);
    expect(shown.length).toBeGreaterThan(2);
    for (const address of shown) {
      expect(text(pages.find(name => /readme/i.test(name)) ?? '')).toContain(`${PAGE}/raw/HEAD/${address}`);
      expect(read(address).length).toBeGreaterThan(1000);
    }
  });

  test('nothing in it is a placeholder', () => {
    const named = Object.keys(vsix).filter(name => text(name).includes(PLACEHOLDER));
    expect(named).toEqual([]);
  });

  test('its metadata is what both galleries take', () => {
    const packed = JSON.parse(text('extension/package.json'));
    const texts = JSON.parse(text('extension/package.nls.json'));
    const shown = (value: string) => texts[/^%(.+)%$/.exec(value)?.[1] ?? ''] ?? value;
    const { name, publisher, version, license, icon, galleryBanner, keywords, categories } = packed;
    expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(publisher).toMatch(/^[a-z0-9][a-z0-9-]*$/i);
    // The marketplace takes no pre-release versions of SemVer.
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(license).toBe('MIT');
    expect(text('extension/LICENSE.txt')).toContain('MIT License');
    expect(shown(packed.displayName).length).toBeLessThan(61);
    expect(shown(packed.description).length).toBeLessThan(200);
    // What Open VSX allows of each text: no character that nobody sees, and a length.
    for (const [field, most] of [
      ...[packed.displayName, license, packed.homepage, packed.repository.url, packed.bugs.url].map(one => [one, 255]),
      ...[...keywords, ...categories].map(one => [one, 255]),
      ...[[packed.description, 2048] as const, [galleryBanner.color, 16] as const],
    ]) {
      expect(shown(field)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}]/u);
      expect(shown(field).length).toBeLessThanOrEqual(most);
    }
    expect(keywords.length).toBeLessThan(30);
    expect(['dark', 'light']).toContain(galleryBanner.theme);
    for (const address of [packed.homepage, packed.repository.url, packed.bugs.url])
      expect(new URL(address).host).toBe('github.com');
    const { width, height } = decode(vsix[`extension/${icon}`] ?? new Uint8Array());
    expect([width, height]).toEqual([width, width]);
    expect(width).toBeGreaterThanOrEqual(128);
    expect(text('extension.vsixmanifest')).toContain(
      `<Property Id="Microsoft.VisualStudio.Services.Links.Source" Value="${PAGE}.git" />`,
    );
  });

  test('ovsx publishes it, by the command of the workflow', async () => {
    const command = /npx --yes (ovsx@[\d.]+) publish agent-envelopes\.vsix/.exec(read('.github/workflows/release.yml'));
    const tool = temporaryFolder({ 'package.json': '{"private": true}' });
    onTestFinished(tool.dispose);
    const installed = run(
      'npm',
      ['install', '--no-audit', '--no-fund', '--ignore-scripts', command?.[1] ?? ''],
      tool.path,
    );
    expect(installed, installed.output).toMatchObject({ status: 0 });
    const received: { path: string; size: number }[] = [];
    const registry = createServer((request, response) => {
      let size = 0;
      request.on('data', chunk => {
        size += chunk.length;
      });
      request.on('end', () => {
        received.push({ path: new URL(request.url ?? '', 'http://x').pathname, size });
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ namespace: 'agent-envelopes', name: 'agent-envelopes', version: '0.1.0' }));
      });
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void registry.close());
    await once(registry, 'listening');
    const { port } = registry.address() as { port: number };
    const node = installNode('24', tool.path);
    const args = [
      tool.pathOf('node_modules/ovsx/bin/ovsx'),
      'publish',
      file,
      '-r',
      `http://127.0.0.1:${port}`,
      '-p',
      'x',
    ];
    const child = spawn(node, args, { cwd: tool.path });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
    const [code] = await once(child, 'close');
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining('Published agent-envelopes.agent-envelopes'),
    });
    expect(received).toContainEqual({ path: '/api/-/publish', size: readFileSync(file).length });
  });
});
