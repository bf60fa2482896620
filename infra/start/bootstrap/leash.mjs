// Loaded ahead of the product by what starts it: where that is killed, the channel to it breaks, and the product stops
// in good order.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
