-- Drives Neovim's own language client, without a plugin: opens the files that the environment names, waits for what the server says of them,
-- renames the name under the cursor, and writes what Neovim then has as JSON.
local function env(name) return vim.fn.json_decode(vim.env['NVIM_TEST_' .. name]) end
local result = { failed = {} }

local function wait(what, condition)
  if not vim.wait(30000, condition, 20) then table.insert(result.failed, what) end
end

local client = vim.lsp.start_client({
  cmd = env('SERVER'),
  root_dir = env('ROOT'),
  -- As Neovim has no file type for logs.
  get_language_id = function() return 'json' end,
  on_error = function(code, message) table.insert(result.failed, vim.inspect({ code, message })) end,
})

local function problems()
  local found = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    for _, one in ipairs(vim.diagnostic.get(buffer)) do
      table.insert(found, vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':t') .. ':' .. one.lnum + 1 .. ' ' .. one.code)
    end
  end
  table.sort(found)
  return found
end

for _, file in ipairs(env('OPENED')) do
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  vim.lsp.buf_attach_client(0, client)
end
wait('diagnostics', function() return #problems() >= env('PROBLEMS') end)

vim.cmd('buffer 1')
vim.fn.search(env('NAME'))
-- Neovim's own rename asks on the screen; this is what it sends, and what it does with the answer.
local params = vim.lsp.util.make_position_params()
params.newName = env('NEW_NAME')
local answered = false
vim.lsp.buf_request(0, 'textDocument/rename', params, function(err, edit, context, config)
  if err then table.insert(result.failed, vim.inspect(err)) end
  vim.lsp.handlers['textDocument/rename'](err, edit, context, config)
  answered = true
end)
wait('rename', function() return answered end)
result.problems = problems()
vim.cmd('wall')
result.buffers = #vim.api.nvim_list_bufs()

vim.lsp.stop_client(client)
wait('shutdown', function() return vim.lsp.client_is_stopped(client) end)
vim.fn.writefile({ vim.fn.json_encode(result) }, env('RESULT'))
vim.cmd('qall!')
