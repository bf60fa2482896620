-- The requests of wrk. Either customers who read their progress, each with a session: COOKIES names a file of them. Or visits
-- that click: each connection has its own visit, with twenty clicks in turn, or one call with all clicks if BATCH is yes. RUN
-- makes the ids of this run unique.
--
-- It stops after SECONDS, so that every call gets its response, and prints the outcome as JSON.
local ffi = require('ffi')
ffi.cdef('typedef struct { long s; long us; } timeval; int gettimeofday(timeval *now, void *zone);')
local now = ffi.new('timeval')
local ends

-- The pause before the next call, in milliseconds: wrk asks before each.
function delay()
  ffi.C.gettimeofday(now, nil)
  local time = tonumber(now.s) + tonumber(now.us) / 1e6
  ends = ends or time + tonumber(os.getenv('SECONDS'))
  return time < ends and 0 or 60000
end

local cookies = {}
for cookie in io.lines(os.getenv('COOKIES') or '/dev/null') do table.insert(cookies, cookie) end
local run, connections = os.getenv('RUN'), tonumber(os.getenv('CONNECTIONS'))
local clicks = 20
local headers = { ['content-type'] = 'application/json' }
local click = '"sessionId":"session_1700000000000_%s-4000-8000-%012x","clientId":"%s-4000-9000-%012x",'
  .. '"eventType":"button_click","elementId":"hero-start","elementText":"Inizia con €500",'
  .. '"page":"https://www.example.com/?utm_source=news","referrer":"https://www.example.org/",'
  .. '"userAgent":"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",'
  .. '"additionalData":{"category":"hero","label":"start"}'

-- wrk tries the function once before it starts.
sent = -1
function request()
  local turn = sent
  sent = sent + 1
  if #cookies > 0 then return wrk.format('GET', nil, { cookie = cookies[sent % #cookies + 1] }) end
  if os.getenv('BATCH') ~= 'yes' then
    local visit = math.floor(turn / (connections * clicks)) * connections + turn % connections
    return wrk.format('POST', nil, headers, '{' .. click:format(run, visit, run, turn) .. '}')
  end
  local events = {}
  for at = 1, clicks do
    events[at] = '{"kind":"interaction",' .. click:format(run, turn, run, turn * clicks + at - 1) .. '}'
  end
  return wrk.format('POST', nil, headers, '{"events":[' .. table.concat(events, ',') .. ']}')
end

local all = {}
function setup(thread) table.insert(all, thread) end

function done(summary, latency)
  local sent = 0
  for _, thread in ipairs(all) do sent = sent + thread:get('sent') end
  local of = summary.errors
  local report = '{"sent":%d,"answered":%d,"failures":%d,"p99Ms":%.1f}\n'
  local failures = of.connect + of.read + of.write + of.status + of.timeout
  io.write(report:format(sent, summary.requests, failures, latency:percentile(99) / 1000))
end
