-- Renames an operator that the profile lists, in a project without `opgen.toml`.
local function session()
  vim.cmd("edit ops.yaml")
  local function is_ready()
    local client = vim.lsp.get_active_clients()[1]
    return client and client.initialized
  end
  assert(vim.wait(20000, is_ready, 20), "there is no server")
  assert(vim.fn.search("op : \\zsrelu") > 0)
  vim.lsp.buf.rename("rectify")
  local function is_renamed() return vim.fn.getline("."):find("rectify") ~= nil end
  assert(vim.wait(20000, is_renamed, 20), "there is no new name")
  vim.cmd("silent wall")
  return "renamed"
end

local _, shown = pcall(session)
vim.fn.writefile({ tostring(shown) }, vim.env.SESSION)
vim.cmd("qall!")
