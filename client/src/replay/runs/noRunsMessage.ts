/** Explains that a file has no run, possible reasons, and how to go on. */
export function noRunsMessage(name: string, { reading, isInside }: { reading: boolean; isInside: boolean }): string {
  if (!isInside)
    return `No workflow run was found in ${name}, which lies outside the folders of this workspace. If it is too large to be opened as text, open it with Trace Replay, or add its folder by "File: Add Folder to Workspace…".`;
  if (reading)
    return `The files of this workspace are being read. The runs of ${name} are shown as soon as they are found.`;
  return `No workflow run was found in ${name}. Runs are assembled from messages of agents, tool calls and traces. If it contains any, open it as text and choose its kind with the command "Agent Envelopes: Recognise This File as…". Or is it excluded? See the settings agentEnvelopes.include, exclude and useIgnoreFiles.`;
}
