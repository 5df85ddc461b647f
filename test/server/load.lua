-- For wrk: a question about each line of a file in turn.
--     wrk -s test/server/load.lua URL -- /solve?pos= FILE

local lines, path, at = {}, "", 0

function init(args)
    path = args[1]
    for line in io.lines(args[2]) do
        if line:sub(1, 1) ~= "#" then
            lines[#lines + 1] = line:match("^%S*")
        end
    end
    math.randomseed(os.time())
    at = math.random(#lines)
end

function request()
    at = at % #lines + 1
    return wrk.format("GET", path .. lines[at])
end

function done(summary, latency)
    local errors = summary.errors
    io.write(string.format("%d requests/s, p50 %.2f ms, p99 %.2f ms, %d errors\n",
        summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000,
        latency:percentile(99) / 1000, errors.connect + errors.read +
        errors.write + errors.timeout + errors.status))
end
