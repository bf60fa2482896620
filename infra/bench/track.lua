-- For wrk: visits that click. As many visits at a time as there are connections click in turn, twenty times each, or
-- one a call with all its clicks. Every id follows from the turn: see track-ids.ts.
dofile('measured.lua')
local run, connections = os.getenv('RUN'), tonumber(os.getenv('CONNECTIONS'))
local isBatch = os.getenv('BATCH') == 'yes'
local clicks = 20
local headers = { ['content-type'] = 'application/json' }
local click = '"sessionId":"session_1700000000000_%s-4000-8000-%012x","clientId":"%s-4000-9000-%012x",'
  .. '"eventType":"button_click","elementId":"hero-start","elementText":"Inizia con €500",'
  .. '"page":"https://www.example.com/?utm_source=news","referrer":"https://www.example.org/",'
  .. '"userAgent":"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",'
  .. '"additionalData":{"category":"hero","label":"start"}'

-- wrk tries the function once before it begins.
asked = -1
function request()
  local turn = asked
  asked = asked + 1
  if not isBatch then
    local visit = math.floor(turn / (connections * clicks)) * connections + turn % connections
    return wrk.format('POST', nil, headers, '{' .. click:format(run, visit, run, turn) .. '}')
  end
  local events = {}
  for at = 1, clicks do
    events[at] = '{"kind":"interaction",' .. click:format(run, turn, run, turn * clicks + at - 1) .. '}'
  end
  return wrk.format('POST', nil, headers, '{"events":[' .. table.concat(events, ',') .. ']}')
end
