import type { Rule } from '../model/rule';
import createOverExisting from './envelope/createOverExisting';
import elidedContent from './envelope/elidedContent';
import keyTwin from './envelope/keyTwin';
import pathAbsolute from './envelope/pathAbsolute';
import pathAmbiguous from './envelope/pathAmbiguous';
import pathBackslash from './envelope/pathBackslash';
import pathEscapes from './envelope/pathEscapes';
import pathIsContent from './envelope/pathIsContent';
import pathMissing from './envelope/pathMissing';
import pathProtected from './envelope/pathProtected';
import pathTwin from './envelope/pathTwin';
import envelopePlaceholder from './envelope/placeholder';
import timeWithoutZone from './envelope/timeWithoutZone';
import updateOfMissing from './envelope/updateOfMissing';

/** The rules that check the envelopes of every protocol. Each protocol adds rules of its own. */
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
