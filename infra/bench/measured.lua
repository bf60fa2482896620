-- What the scripts for wrk have in common: they stop asking after SECONDS, so that every call gets its answer, and
-- print as JSON what came of it.
local ffi = require('ffi')
ffi.cdef('typedef struct { long s; long us; } timeval; int gettimeofday(timeval *now, void *zone);')
local now = ffi.new('timeval')
local ends

-- How long to wait before the next call, in milliseconds: wrk asks before each.
function delay()
  ffi.C.gettimeofday(now, nil)
  local time = tonumber(now.s) + tonumber(now.us) / 1e6
  ends = ends or time + tonumber(os.getenv('SECONDS'))
  return time < ends and 0 or 60000
end

local all = {}
function setup(thread)
  table.insert(all, thread)
end

function done(summary, latency)
  local asked = 0
  for _, thread in ipairs(all) do asked = asked + thread:get('asked') end
  local of = summary.errors
  local report = '{"asked":%d,"answered":%d,"failures":%d,"p99Ms":%.1f}\n'
  local failures = of.connect + of.read + of.write + of.status + of.timeout
  io.write(report:format(asked, summary.requests, failures, latency:percentile(99) / 1000))
end
