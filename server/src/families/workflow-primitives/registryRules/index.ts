import type { DocumentRule } from '../../../model/rule';
import badId from './badId';
import badTime from './badTime';
import brokenTable from './brokenTable';
import cellCount from './cellCount';
import completedWithOpenGaps from './completedWithOpenGaps';
import counterRange from './counterRange';
import documentMissing from './documentMissing';
import documentThere from './documentThere';
import duplicateId from './duplicateId';
import duplicateSection from './duplicateSection';
import emptyCell from './emptyCell';
import featureIdDiffers from './featureIdDiffers';
import gapWithoutQuestion from './gapWithoutQuestion';
import missingColumn from './missingColumn';
import missingField from './missingField';
import missingSection from './missingSection';
import missingTable from './missingTable';
import placeholder from './placeholder';
import questionWithoutGap from './questionWithoutGap';
import resolvedWithoutHistory from './resolvedWithoutHistory';
import terminatedWithoutReason from './terminatedWithoutReason';
import timeGoesBack from './timeGoesBack';
import traceabilityMismatch from './traceabilityMismatch';
import undefinedReference from './undefinedReference';
import unknownWord from './unknownWord';

/** The rules that check a state registry, the Markdown file in which agents keep the state of a feature. */
export const registryRules: readonly DocumentRule[] = [
  unknownWord,
  missingSection,
  duplicateSection,
  missingField,
  missingTable,
  brokenTable,
  missingColumn,
  cellCount,
  placeholder,
  badId,
  badTime,
  timeGoesBack,
  counterRange,
  featureIdDiffers,
  documentMissing,
  documentThere,
  emptyCell,
  gapWithoutQuestion,
  questionWithoutGap,
  resolvedWithoutHistory,
  completedWithOpenGaps,
  terminatedWithoutReason,
  duplicateId,
  undefinedReference,
  traceabilityMismatch,
];
