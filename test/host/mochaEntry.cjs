// What VS Code loads as the tests: runs the bundled suites with mocha, inside the extension host.
const fs = require('node:fs');
const path = require('node:path');
const util = require('node:util');
const Mocha = require('mocha');

exports.run = () =>
  new Promise((resolve, reject) => {
    const { HOST_TEST_FILES, HOST_TEST_OUT, HOST_TEST_RESULTS, HOST_TEST_GREP } = process.env;
    if (HOST_TEST_OUT) {
      Mocha.reporters.Base.consoleLog = (...values) => fs.appendFileSync(HOST_TEST_OUT, `${util.format(...values)}\n`);
    }
    const mocha = new Mocha({ ui: 'tdd', reporter: 'spec', color: false, timeout: 20_000, grep: HOST_TEST_GREP });
    for (const file of fs
      .readdirSync(HOST_TEST_FILES)
      .filter(name => name.endsWith('.cjs'))
      .sort()) {
      mocha.addFile(path.join(HOST_TEST_FILES, file));
    }
    const failed = [];
    const runner = mocha.run(failures => {
      const { passes, failures: count, pending } = runner.stats;
      const results = { passed: passes, failed: count, skipped: pending, failures: failed };
      fs.writeFileSync(HOST_TEST_RESULTS, JSON.stringify(results));
      if (failures) reject(new Error(`${failures} tests failed`));
      else resolve();
    });
    runner.on('fail', (test, error) => failed.push({ name: test.fullTitle(), reason: String(error?.stack ?? error) }));
  });
