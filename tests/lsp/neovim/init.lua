vim.api.nvim_create_autocmd("FileType", {
  pattern = "yaml",
  callback = function(event)
    opgen = opgen or vim.lsp.start_client({ name = "opgen", cmd = { "opgen", "lsp" }, root_dir = vim.fn.getcwd() })
    vim.lsp.buf_attach_client(event.buf, opgen)
  end,
})
