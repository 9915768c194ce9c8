import type { SectionDefinition } from '../../model/registry';
import agentHandoffNotes from './agentHandoffNotes';
import checklistConfiguration from './checklistConfiguration';
import checklistSyncState from './checklistSyncState';
import codebaseDiscoverySummary from './codebaseDiscoverySummary';
import contextFileQuickLinks from './contextFileQuickLinks';
import crossWorkflowNotes from './crossWorkflowNotes';
import decisionsLog from './decisionsLog';
import documentAvailability from './documentAvailability';
import extractedSignals from './extractedSignals';
import featureReadiness from './featureReadiness';
import gapPriorityQueue from './gapPriorityQueue';
import gapResolutionHistory from './gapResolutionHistory';
import globalConfiguration from './globalConfiguration';
import implementationCollisionLog from './implementationCollisionLog';
import metadata from './metadata';
import pendingQuestions from './pendingQuestions';
import planGapQueue from './planGapQueue';
import planPhaseState from './planPhaseState';
import planTraceability from './planTraceability';
import priorityLoopState from './priorityLoopState';
import specificationProgress from './specificationProgress';
import tasksGapQueue from './tasksGapQueue';
import tasksPhaseState from './tasksPhaseState';
import tasksTraceability from './tasksTraceability';
import traceabilityMatrix from './traceabilityMatrix';
import workflowStatus from './workflowStatus';

/** All sections that a registry may have, in the order that a new registry has. */
export const SECTIONS: readonly SectionDefinition[] = [
  metadata,
  documentAvailability,
  codebaseDiscoverySummary,
  implementationCollisionLog,
  workflowStatus,
  pendingQuestions,
  priorityLoopState,
  planPhaseState,
  tasksPhaseState,
  specificationProgress,
  extractedSignals,
  checklistConfiguration,
  gapPriorityQueue,
  planGapQueue,
  tasksGapQueue,
  checklistSyncState,
  traceabilityMatrix,
  planTraceability,
  tasksTraceability,
  gapResolutionHistory,
  decisionsLog,
  agentHandoffNotes,
  featureReadiness,
  crossWorkflowNotes,
  globalConfiguration,
  contextFileQuickLinks,
];
