-- Neovim's own client and `gpump lsp`, as a user of docs/editors.md has them:
--
--     GPUMP=target/debug/gpump nvim --headless -u NONE -n -i NONE -c 'luafile tests/editors/neovim.lua'
--
-- It ends with status 0 if all is as it should be, and with 1 where something is not, which it names.

local function finish(message)
    io.stderr:write(message, '\n')
    vim.cmd(message:match('^ok') and 'qall!' or 'cquit!')
end

local function check(is_so, what)
    if not is_so then
        error(what, 0)
    end
end

local function wait(what, is_so)
    check(vim.wait(60000, is_so, 20), 'waited in vain: ' .. what)
end

local function start(config)
    if vim.lsp.start then
        return vim.lsp.start(config)
    end
    local id = vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(0, id)
    return id
end

local text = {
    'void scale(double *a, int n, double by)',
    '{',
    '    int i; /* 𝄞é */',
    '/*𝄞é*/ double unused = n;',
    '    #pragma omp parallel for default(none) shared(a, n, by) private(i) // 𝄞',
    '    for (i = 0; i < n; i++)',
    '        a[i] *= by;',
    '    #pragma omp baries',
    '}',
}

local function all()
    local folder = vim.fn.tempname()
    vim.fn.mkdir(folder)
    vim.cmd('edit ' .. folder .. '/a.c')
    local buffer = vim.api.nvim_get_current_buf()
    vim.api.nvim_buf_set_lines(buffer, 0, -1, true, text)
    vim.cmd('write')
    local id = start({ name = 'gpump', cmd = { vim.env.GPUMP, 'lsp' }, root_dir = folder })
    local client = function() return vim.lsp.get_client_by_id(id) end
    wait('the client', function() return client() and client().initialized end)

    -- Diagnostics, in bytes.
    local function codes()
        return vim.tbl_map(function(one) return one.code or one.user_data.lsp.code end, vim.diagnostic.get(buffer))
    end
    wait('a diagnostic', function() return vim.deep_equal(codes(), { 'E0102' }) end)
    local one = vim.diagnostic.get(buffer)[1]
    check(one.lnum == 7 and one.col == 16 and one.end_col == 22, vim.inspect(one))

    -- A quick fix, made by the client.
    vim.ui.select = function(items, _, choose) choose(items[1], 1) end
    vim.api.nvim_win_set_cursor(0, { 8, 18 })
    vim.lsp.buf.code_action()
    wait('the fix', function() return vim.api.nvim_buf_get_lines(buffer, 7, 8, true)[1] == '    #pragma omp barrier' end)
    wait('no diagnostics', function() return #codes() == 0 end)

    -- Edits behind characters of several bytes, as one types them.
    local line = text[4]
    local at = line:find('unused') - 1
    vim.api.nvim_buf_set_text(buffer, 3, 0, 3, at, { '    double ' })
    vim.api.nvim_buf_set_text(buffer, 4, #text[5] - 7, 4, #text[5], { '/* é𝄞 */ shared(i)' })
    wait('the doubled variable', function() return #codes() > 0 end)
    one = vim.diagnostic.get(buffer)[1]
    local typed = vim.api.nvim_buf_get_lines(buffer, 4, 5, true)[1]
    local first = typed:find('i%)$')
    check(one.lnum == 4 and (one.col == first - 1 or typed:sub(one.col + 1, one.end_col) == 'i'), vim.inspect(one))
    vim.api.nvim_buf_set_lines(buffer, 4, 5, true, { text[5] })
    wait('no diagnostics', function() return #codes() == 0 end)

    local function request(method, row, column)
        vim.api.nvim_win_set_cursor(0, { row, column })
        local parameters = vim.lsp.util.make_position_params(0, client().offset_encoding)
        local answers = vim.lsp.buf_request_sync(buffer, method, parameters, 60000)
        return answers and answers[id] and answers[id].result
    end
    local hover = request('textDocument/hover', 7, 8)
    check(hover and hover.contents.value:find('**shared** in `parallel for`', 1, true), vim.inspect(hover))
    hover = request('textDocument/hover', 5, 18)
    check(hover and hover.contents.value:find('Kernel `scale_parallel0`', 1, true), vim.inspect(hover))

    -- Completion of what is being typed.
    vim.api.nvim_buf_set_lines(buffer, 7, 8, true, { '    /* é */', '    #pragma omp parallel for sch', '    ;' })
    local items = request('textDocument/completion', 9, 31)
    local labels = vim.tbl_map(function(item) return item.label end, items.items or items)
    check(vim.tbl_contains(labels, 'schedule'), vim.inspect(labels))
    vim.api.nvim_buf_set_lines(buffer, 7, 10, true, { '    #pragma omp barrier' })

    -- The lens, and the kernel.
    vim.lsp.codelens.refresh({ bufnr = buffer })
    wait('the lens', function() return #vim.lsp.codelens.get(buffer) == 1 end)
    check(vim.lsp.codelens.get(buffer)[1].command.title == 'Show CUDA', 'another lens')
    vim.cmd('write')
    vim.api.nvim_win_set_cursor(0, { 5, 18 })
    vim.lsp.buf.definition()
    wait('the kernel', function() return vim.api.nvim_buf_get_name(0):match('a%.cu$') end)
    check(vim.fn.expand('<cword>') == 'scale_parallel0', vim.api.nvim_get_current_line())

    vim.lsp.stop_client(id)
    wait('the end', function() return vim.lsp.get_client_by_id(id) == nil end)
end

local is_well, problem = pcall(all)
finish(is_well and ('ok: Neovim ' .. tostring(vim.version().major) .. '.' .. vim.version().minor) or ('failed: ' .. tostring(problem)))
