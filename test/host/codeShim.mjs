#!/usr/bin/env node
// Stands in for the program `code`: takes those of its arguments that @vscode/test-electron gives, and runs the suite in
// the VS Code of codeHost.mjs. So one runner serves this and a desktop VS Code.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { optionValues, runAsScript } from '../../tools/command.mjs';
import { startHost } from './codeHost.mjs';

async function runAsCode() {
  const args = process.argv.slice(2);
  // What the suite writes stays in the extension host; through this file it comes back.
  const output = path.join(os.tmpdir(), `agent-envelopes-host-${process.pid}.log`);
  process.env.HOST_TEST_OUT = output;
  writeFileSync(output, '');
  process.once('exit', () => rmSync(output, { force: true }));
  const print = printer(output);
  const printing = setInterval(print, 200);

  try {
    const host = await startHost({
      extensionsDir: optionValues(args, 'extensions-dir')[0],
      vsix: optionValues(args, 'install-extension'),
    });
    process.exitCode = await host.runTests({
      where: args.find(arg => !arg.startsWith('-')),
      extensions: optionValues(args, 'extensionDevelopmentPath'),
      tests: optionValues(args, 'extensionTestsPath')[0],
      screenshot: process.env.HOST_TEST_SCREENSHOT,
      onLog: process.env.HOST_TEST_VERBOSE ? values => console.log(...values) : undefined,
    });
    await host.stop();
  } finally {
    clearInterval(printing);
    print();
  }
}

/** A function that prints what was added to a file since its last call. */
function printer(file) {
  let printed = 0;
  return () => {
    const written = readFileSync(file);
    process.stdout.write(written.subarray(printed));
    printed = written.length;
  };
}

await runAsScript(import.meta.url, runAsCode);
