import type { Rule } from '../model/rule';
import createOverExisting from './createOverExisting';
import elidedContent from './elidedContent';
import envelopePlaceholder from './envelopePlaceholder';
import keyTwin from './keyTwin';
import pathAbsolute from './pathAbsolute';
import pathAmbiguous from './pathAmbiguous';
import pathBackslash from './pathBackslash';
import pathEscapes from './pathEscapes';
import pathIsContent from './pathIsContent';
import pathMissing from './pathMissing';
import pathProtected from './pathProtected';
import pathTwin from './pathTwin';
import timeWithoutZone from './timeWithoutZone';
import updateOfMissing from './updateOfMissing';

/** The rules that serve every family. */
export const envelopeRules: readonly Rule[] = [
  timeWithoutZone,
  elidedContent,
  envelopePlaceholder,
  keyTwin,
  pathIsContent,
  pathAbsolute,
  pathEscapes,
  pathBackslash,
  pathAmbiguous,
  pathProtected,
  pathTwin,
  pathMissing,
  createOverExisting,
  updateOfMissing,
];
