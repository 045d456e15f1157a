/** Preloaded into the nodes of a cluster: a node ends when the process that started it ends, however that ends. */
process.stdin.on('close', () => process.exit(1))
process.stdin.on('error', () => process.exit(1))
process.stdin.resume()
