-- For wrk: customers who look at their progress, each with a session of their own. COOKIES names a file of them.
dofile('measured.lua')
local cookies = {}
for cookie in io.lines(os.getenv('COOKIES')) do table.insert(cookies, cookie) end

-- wrk tries the function once before it begins.
asked = -1
function request()
  asked = asked + 1
  return wrk.format('GET', nil, { cookie = cookies[asked % #cookies + 1] })
end
