-- For wrk: a question about each line of a file in turn.
--     wrk -s test/server/load.lua 'http://HOST:PORT/v1/solve?position=' -- FILE

local lines, at = {}, 0

function init(args)
    for line in io.lines(args[1]) do
        lines[#lines + 1] = line
    end
end

function request()
    at = at % #lines + 1
    return wrk.format("GET", wrk.path .. lines[at])
end
