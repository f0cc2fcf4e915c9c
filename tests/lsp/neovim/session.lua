-- An editing session in Neovim, without a screen: what a person would do and see, as text.
local shown = {}

local function show(...)
  table.insert(shown, string.format(...))
end

--- Waits until something holds.
local function wait(what, holds)
  if not vim.wait(20000, holds, 20) then
    error("waited in vain for " .. what)
  end
end

local function diagnostics()
  local lines = {}
  for _, found in ipairs(vim.diagnostic.get(0)) do
    table.insert(lines, string.format("  %d:%d %s %s", found.lnum + 1, found.col + 1, found.code, found.message))
  end
  table.sort(lines)
  return lines
end

local function show_diagnostics()
  local lines = diagnostics()
  show("  diagnostics: %d", #lines)
  vim.list_extend(shown, lines)
end

local function go_to(text)
  vim.fn.cursor(1, 1)
  assert(vim.fn.search("\\V" .. text, "c") > 0, "the buffer has no " .. text)
end

--- The answer to a request about the cursor.
local function ask(method, extra)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(), extra or {})
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, 20000))
  return vim.tbl_values(answers)[1].result
end

local function code_actions()
  local range = vim.lsp.util.make_range_params()
  range.context = { diagnostics = {} }
  return vim.tbl_values(assert(vim.lsp.buf_request_sync(0, "textDocument/codeAction", range, 20000)))[1].result
end

local function here()
  local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ":t")
  return string.format("%s:%d:%d %s", name, vim.fn.line("."), vim.fn.col("."), vim.fn.getline("."))
end

local function session()
  show("open ops.yaml")
  vim.cmd("edit ops.yaml")
  wait("the server", function()
    local client = vim.lsp.get_active_clients()[1]
    return client and client.initialized
  end)

  show("misspell a key")
  go_to("backward : abs_grad")
  vim.cmd("normal! cwbackwrd\27")
  wait("a finding", function() return #diagnostics() == 1 end)
  show_diagnostics()

  show("do what its help says")
  go_to("backwrd")
  local actions = code_actions()
  for _, action in ipairs(actions) do
    show("  %s", action.title)
  end
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  show("  %s", vim.fn.getline("."))
  wait("no finding", function() return #diagnostics() == 0 end)
  show_diagnostics()

  show("complete a new key")
  go_to("backward : abs_grad")
  vim.fn.append(vim.fn.line(".") - 1, "  inp")
  vim.cmd("normal! k")
  local behind = { line = vim.fn.line(".") - 1, character = vim.fn.col("$") - 1 }
  local completed = ask("textDocument/completion", { position = behind })
  for _, item in ipairs(completed.items) do
    show("  %s", item.label)
  end
  vim.cmd("undo")

  show("allow a finding where it is")
  go_to("param : [x]")
  vim.cmd("normal! f[lcwfactor\27")
  wait("a finding", function() return table.concat(diagnostics()):find("W0306") ~= nil end)
  show_diagnostics()
  for _, action in ipairs(code_actions()) do
    if action.title:find("^Allow") then
      show("  %s", action.title)
      vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
    end
  end
  wait("no finding", function() return #diagnostics() == 0 end)
  go_to("# opgen:")
  show("  %s", vim.fn.getline("."))
  vim.cmd("undo")
  vim.cmd("undo")
  wait("no finding", function() return #diagnostics() == 0 end)

  show("format what was typed")
  go_to("backward : abs_grad")
  vim.cmd("normal! f:a  \27")
  vim.lsp.buf.formatting_sync()
  show("  %s", vim.fn.getline("."))

  show("go to the gradient of relu, and back")
  go_to("relu_grad")
  vim.lsp.buf.definition()
  wait("the gradient", function() return here():find("backward.yaml") ~= nil end)
  show("  %s", here())
  go_to("forward : relu (")
  vim.fn.search("relu")
  vim.lsp.buf.definition()
  wait("the operator", function() return here():find("^ops.yaml") ~= nil end)
  show("  %s", here())

  show("look at it")
  for line in ask("textDocument/hover").contents.value:gmatch("[^\n]+") do
    show("  %s", line)
  end

  show("rename it")
  vim.lsp.buf.rename("rectify")
  wait("the new name", function() return vim.fn.getline("."):find("rectify") ~= nil end)
  show("  %s", here())
  local buffers = vim.api.nvim_list_bufs()
  -- Numbers depend on which file the server or the editor happened to open first.
  table.sort(buffers, function(one, other) return vim.api.nvim_buf_get_name(one) < vim.api.nvim_buf_get_name(other) end)
  for _, buffer in ipairs(buffers) do
    local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":t")
    for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
      if line:find("rectify") then
        show("  %s:%d %s", name, number, line)
      end
    end
  end
  vim.cmd("silent wall")
  -- The files change one after the other, and the server may check them in between.
  wait("no finding", function() return #diagnostics() == 0 end)
  show_diagnostics()
end

local good, problem = pcall(session)
if not good then
  show("FAILED: %s", tostring(problem))
end
vim.fn.writefile(shown, vim.env.SESSION)
vim.cmd("qall!")
