-- KEYS[1]: a bucket. ARGV: the points taken, -, the points of a full bucket, the seconds of a full refill.
-- The value of a bucket is the time at which it is full. Returns the missing points and the ms until it is full. That
-- is at most twice the refill time, so that a clock that steps back does no harm.
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local points, refill_ms = tonumber(ARGV[3]), tonumber(ARGV[4]) * 1000
local full_at = tonumber(redis.call('GET', KEYS[1])) or now
local full_in = math.min(math.max(full_at - now, 0) + ARGV[1] * refill_ms / points, 2 * refill_ms)
redis.call('SET', KEYS[1], string.format('%.3f', now + full_in), 'PX', math.ceil(full_in))
return {math.ceil(full_in * points / refill_ms), math.ceil(full_in)}
