-- KEYS: buckets. ARGV, for each: in how many ms what is taken flows back, and the longest that a bucket may take to be
-- full again. A bucket is kept as the moment at which it is full; whoever is not kept is full. Answers for each in how
-- many ms that is: a duration, so that the clocks of those who ask do not matter. The longest one bounds what a clock
-- that steps back does here.
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local answer = {}
for i, key in ipairs(KEYS) do
  local cost, longest = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local full_at = tonumber(redis.call('GET', key)) or now
  local full_in = math.min(math.max(full_at - now, 0) + cost, longest)
  redis.call('SET', key, string.format('%.3f', now + full_in), 'PX', math.ceil(full_in))
  answer[i] = string.format('%.3f', full_in)
end
return answer
