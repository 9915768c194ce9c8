import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** A test that asserts nothing can't fail. */
const expect = { requireAssertions: true };
const setupFiles = ['test/kit/propertyTests.ts', 'test/kit/provideNodeCode.ts'];
/** What stands in for VS Code and for what is loaded from bundles. The same in each project, which so take each other's kept modules. */
const alias = {
  vscode: resolve(import.meta.dirname, 'test/kit/vscode.ts'),
  '../workspace/provideNodeCode': resolve(import.meta.dirname, 'test/kit/provideNodeCode.ts'),
};

export default defineConfig({
  test: {
    // What a file becomes is kept from run to run.
    experimental: { fsModuleCache: true },
    // One for each core: left to itself, vitest keeps a core free, and of two that is half.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          expect,
          setupFiles,
          // The tests share nothing that they change; a thread for each file would cost more than the tests.
          isolate: false,
          // They start sooner than processes, and are handed modules sooner.
          pool: 'threads',
          alias,
          // Named, or built copies of tests would be picked up.
          include: ['test/**/*.test.ts'],
          exclude: ['test/host/**', 'test/hostile/**', 'test/lsp/**', 'test/stores/**', 'test/**/*.sweep.test.ts'],
          // Until then a test that hangs is ended; what is fast enough is asserted against an anchor.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          // What must hold of very many cases: made ones, every way to break an example, the corpus, input of great size.
          name: 'sweep',
          expect,
          setupFiles,
          alias,
          isolate: false,
          pool: 'threads',
          include: ['test/**/*.sweep.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          // The bundle over stdio; it has to be built before.
          name: 'lsp',
          expect,
          setupFiles,
          alias,
          // What the tests share they start themselves.
          isolate: false,
          pool: 'threads',
          include: ['test/lsp/**/*.test.ts'],
          // A server that hangs is ended; a busy machine is no fault of it.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          // Attacks on what is built: by files, by agents, by names; what leaves in an export. It has to be built before.
          name: 'hostile',
          expect,
          setupFiles,
          alias,
          isolate: false,
          pool: 'threads',
          include: ['test/hostile/**/*.test.ts'],
          // Until then a server that hangs is ended. What is fast enough is asserted against an anchor.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          passWithNoTests: true,
        },
      },
      {
        test: {
          // ClickHouse, installed on demand: real tables, real queries. Times are compared with the store's own.
          name: 'stores',
          expect,
          setupFiles,
          alias,
          include: ['test/stores/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
