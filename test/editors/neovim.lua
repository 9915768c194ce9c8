-- What an editor does, in Neovim, with the configuration of docs/editors: prints what it got as JSON. Run in a copy of the sample.
local config = dofile(arg_config)
local client_id

local function fail(what)
  io.stderr:write('No ' .. what .. '.\n')
  vim.cmd('cquit 1')
end

local function wait(what, condition)
  if not vim.wait(120000, condition, 20) then fail(what) end
end

local function open(path)
  vim.cmd('edit ' .. vim.fn.fnameescape(path))
  local buffer = vim.api.nvim_get_current_buf()
  if client_id == nil then
    client_id = vim.lsp.start_client({
      name = 'agent_envelopes',
      cmd = arg_command,
      root_dir = vim.fn.getcwd(),
      workspace_folders = { { uri = vim.uri_from_fname(vim.fn.getcwd()), name = 'sample' } },
    })
  end
  vim.lsp.buf_attach_client(buffer, client_id)
  return buffer
end

local function ask(buffer, method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 120000)
  local answer = answers and answers[client_id]
  if answer == nil then fail('answer to ' .. method) end
  if answer.error then fail('result of ' .. method .. ': ' .. vim.inspect(answer.error)) end
  return answer.result
end

local function at(buffer, line, character)
  return { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = line, character = character } }
end

local function position_of(buffer, text)
  for line, content in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local start = content:find(text, 1, true)
    if start then return line - 1, start - 1 end
  end
  fail('text ' .. text)
end

local result = { filetypes = config.filetypes, command = config.cmd }

-- Diagnostics of a broken envelope.
local broken = open('messages/broken.json')
wait('diagnostics', function() return #vim.diagnostic.get(broken) > 0 end)
result.codes = vim.tbl_map(function(one) return one.code or one.user_data.lsp.code end, vim.diagnostic.get(broken))

-- Hover and completion.
local line, character = position_of(broken, '"confidence"')
local hover = ask(broken, 'textDocument/hover', at(broken, line, character + 2))
result.hover = hover.contents.value
local listed = ask(broken, 'textDocument/completion', at(broken, line, character))
result.completions = #(listed.items or listed)

-- A quick fix, applied.
local before = #vim.diagnostic.get(broken)
local chosen
for _, diagnostic in ipairs(vim.diagnostic.get(broken)) do
  local range = {
    start = { line = diagnostic.lnum, character = diagnostic.col },
    ['end'] = { line = diagnostic.end_lnum, character = diagnostic.end_col },
  }
  local actions = ask(broken, 'textDocument/codeAction', {
    textDocument = { uri = vim.uri_from_bufnr(broken) },
    range = range,
    context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(broken, diagnostic.lnum), only = { 'quickfix' } },
  })
  for _, action in ipairs(actions or {}) do
    if chosen == nil and action.isPreferred then chosen = action end
  end
end
if chosen == nil then fail('preferred fix') end
if not chosen.edit then chosen = ask(broken, 'codeAction/resolve', chosen) end
vim.lsp.util.apply_workspace_edit(chosen.edit, 'utf-16')
result.fix = chosen.title
wait('fewer diagnostics', function() return #vim.diagnostic.get(broken) < before end)

-- A rename over several files.
local log = open(arg_log)
wait('symbols', function() return #(ask(log, 'textDocument/documentSymbol', { textDocument = { uri = vim.uri_from_bufnr(log) } }) or {}) > 0 end)
line, character = position_of(log, arg_id)
local params = at(log, line, character + 1)
params.newName = 'renamed_in_neovim'
local edit = ask(log, 'textDocument/rename', params)
vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
result.renamed = table.concat(vim.api.nvim_buf_get_lines(log, 0, -1, false), '\n'):find('renamed_in_neovim', 1, true) ~= nil

io.stdout:write(vim.fn.json_encode(result))
vim.cmd('qall!')
