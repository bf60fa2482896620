// Preloaded into the product. When the bootstrap is killed, the channel between them closes, and the product shuts down.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
