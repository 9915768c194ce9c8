import { describe, expect, test } from 'vitest';
import { families } from '../../../server/src/families';
import { countRecognisedKinds } from '../../../server/src/features/cursor';
import { envelopeKinds } from '../../../server/src/features/recognitionStatus';
import { languageOf, PROJECT_FILE } from '../../../server/src/text/fileLanguage';
import { analyseText, recognisedKinds } from '../../kit/analyseText';
import { expectDrawnProblems } from '../../kit/expectDrawnProblems';

describe('a settings file', () => {
  test('is known by its name alone, in any folder, whatever its $schema says', () => {
    expect(recognisedKinds(analyseText(PROJECT_FILE, '{}'))).toEqual(['agent-envelopes/settings']);
    expect(recognisedKinds(analyseText(`sub/${PROJECT_FILE}`, '{"$schema": "https://other.example/a"}'))).toEqual([
      'agent-envelopes/settings',
    ]);
    expect(recognisedKinds(analyseText('settings.json', '{"rules": {}, "agents": [], "exclude": []}'))).toEqual([
      undefined,
    ]);
  });

  test('is what it is, also where every file is said to hold something else', () => {
    expect(recognisedKinds(analyseText(PROJECT_FILE, '{}', { association: 'toolcall/call' }))).toEqual([
      'agent-envelopes/settings',
    ]);
    expect(recognisedKinds(analyseText(PROJECT_FILE, '{}', { association: 'none' }))).toEqual([
      'agent-envelopes/settings',
    ]);
  });

  test('is no envelope', () => {
    expect(countRecognisedKinds(analyseText(PROJECT_FILE, '{}'))).toEqual([]);
    expect(envelopeKinds(families).map(({ id }) => id)).not.toContain('agent-envelopes/settings');
  });

  test('may have comments', () => {
    expect(languageOf(`/a/${PROJECT_FILE}`)).toBe('jsonc');
    expectDrawnProblems(PROJECT_FILE, '  { /* of ours */ "agents": ["mine"], // and no more\n  }');
  });
});

test('what it may not say is reported where it stands', () => {
  expectDrawnProblems(
    PROJECT_FILE,
    `
    {
      "rule": {},
  //  ^^^^^^ schema/additionalProperties error: did you mean "rules"?
      "rules": { "agent-io/zone-not-utc": "of" },
  //                                      ^^^^ schema/enum error: did you mean "off"?
      "agents": "mine",
  //            ^^^^^^ schema/type error: it must be an array
      "exclude": [7]
  //              ^ schema/type error: it must be a string
    }
  `,
  );
});

test('a file that holds no object says so by its name', () => {
  expectDrawnProblems(PROJECT_FILE, '  [1]\n//^^^ schema/type error: by its name it is a settings file');
});

test('what it names and is not there is reported, with what was likely meant', () => {
  expectDrawnProblems(
    PROJECT_FILE,
    `
    {
      "rules": { "agent-io/zone-not-uct": "off", "agent-ia/*": "off", "to-itself": "off", "schema/*": "off", "x/y": "off" },
  //             ^^^^^^^^^^^^^^^^^^^^^^^ agent-envelopes/unknown-rule warning: did you mean "agent-io/zone-not-utc"?
  //                                             ^^^^^^^^^^^^ agent-envelopes/unknown-rule did you mean "agent-io/*"?
  //                                                                  ^^^^^^^^^^^ agent-envelopes/unknown-rule did you mean "agent-message/to-itself"?
  //                                                                                                         ^^^^^ agent-envelopes/unknown-rule is not a rule; each problem shows
      "toolCatalogues": ["tools/catalogue.json", "tools/none.json", "tools", "../beside.json", "/etc/tools.json", ""],
  //                                             ^^^^^^^^^^^^^^^^^ agent-envelopes/path-leads-nowhere warning: does not exist
  //                                                                ^^^^^^^ agent-envelopes/path-leads-nowhere is a folder
  //                                                                                                              ^^ agent-envelopes/path-leads-nowhere is empty
      "associations": { "*.json": "agent-message/mesage", "../x": "none", "*.md": "agent-envelopes/settings" },
  //                              ^^^^^^^^^^^^^^^^^^^^^^ agent-envelopes/unknown-kind warning: did you mean "agent-message/message"?
  //                                                      ^^^^^^ agent-envelopes/bad-glob warning: leads out of the folder
  //                                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^ agent-envelopes/unknown-kind is not a kind of envelope
      "include": ["", "/logs/*", "logs\\\\x", "*a*a*a*a*a*a*a*", "+(a+(b))", "!old/**", "{a,b}/*.json"]
  //              ^^ agent-envelopes/bad-glob is empty
  //                  ^^^^^^^^^ agent-envelopes/bad-glob is absolute
  //                             ^^^^^^^^^ agent-envelopes/bad-glob backslash
  //                                                           ^^^^^^^^^^ agent-envelopes/bad-glob has a group in parentheses
    }
  `,
    { files: ['tools/catalogue.json'] },
  );
});

test('a path that no file of a workspace can have is reported, and harms nothing', () => {
  expectDrawnProblems(
    PROJECT_FILE,
    `
    {
      "toolCatalogues": ["//server/share/x.json", "\\\\\\\\server\\\\x.json", "\\ud800/x.json", "/etc/tools.json"],
  //                     ^^^^^^^^^^^^^^^^^^^^^^^ agent-envelopes/path-leads-nowhere warning: is on another machine
  //                                              ^^^^^^^^^^^^^^^^^^^^ agent-envelopes/path-leads-nowhere is on another machine
  //                                                                    ^^^^^^^^^^^^^^^ agent-envelopes/path-leads-nowhere is not a path
    }
  `,
    { files: ['a.json'] },
  );
});

test('a comment silences a problem of it', () => {
  expectDrawnProblems(
    PROJECT_FILE,
    '  {\n    // agent-envelopes-disable-next-line agent-envelopes/unknown-rule\n    "rules": { "a/b": "off" }\n  }',
  );
});
