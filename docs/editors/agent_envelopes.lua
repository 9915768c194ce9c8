-- Neovim 0.11 or newer: save this as `lsp/agent_envelopes.lua` in your configuration, and call `vim.lsp.enable('agent_envelopes')`.
return {
  cmd = { 'agent-envelopes', 'lsp', '--stdio' },
  filetypes = { 'json', 'jsonc', 'jsonl', 'markdown', 'yaml' },
  root_markers = { '.agent-envelopes.json', '.git' },
}
