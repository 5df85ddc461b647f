-- For wrk with one connection for each thread: the time of each answer to a question
-- about a line of a file.  The threads share the lines among them.
--     wrk -t8 -c8 -s test/server/latency.lua URL -- '/v1/solve?all=1&position=' FILE 8
-- wrk's own percentiles are not these: for each slow answer it adds requests that were
-- never sent.

local ffi = require("ffi")
ffi.cdef([[
    struct time { long seconds, nanoseconds; };
    int clock_gettime(int clock, struct time *time);
]])
local clock, MONOTONIC = ffi.new("struct time"), 1
local threads, lines, path, at, sent = {}, {}, "", 0, 0

local function milliseconds()
    ffi.C.clock_gettime(MONOTONIC, clock)
    return tonumber(clock.seconds) * 1e3 + tonumber(clock.nanoseconds) / 1e6
end

function setup(thread)
    threads[#threads + 1] = thread
    thread:set("number", #threads)
end

function init(args)
    path = args[1]
    for line in io.lines(args[2]) do
        lines[#lines + 1] = line
    end
    at = math.floor(#lines * (number - 1) / args[3])
    times, errors = {}, 0
end

function request()
    at = at % #lines + 1
    sent = milliseconds()
    return wrk.format("GET", path .. lines[at])
end

function response(status)
    times[#times + 1] = milliseconds() - sent
    if status ~= 200 then
        errors = errors + 1
    end
end

function done(summary)
    local all, wrong = {}, summary.errors.timeout
    for _, thread in ipairs(threads) do
        for _, time in ipairs(thread:get("times")) do
            all[#all + 1] = time
        end
        wrong = wrong + thread:get("errors")
    end
    table.sort(all)
    local function percentile(part)
        return all[math.ceil(#all * part / 100)] or 0
    end
    io.write(string.format("%d requests/s, p50 %.2f ms, p90 %.1f ms, p99 %.0f ms, " ..
        "%d errors\n", #all / summary.duration * 1e6, percentile(50), percentile(90),
        percentile(99), wrong))
end
