import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Ports below the range for outgoing connections: a server that is restarted later finds its port still free. */
const ports = { from: 20_000, until: 30_000 }

/** The first of this many consecutive ports of 127.0.0.1 on which nothing is listening now. */
export async function freePort(count = 1): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const first = randomInt(ports.from, ports.until)
    const free = await Promise.all(Array.from({ length: count }, (_, at) => isFree(first + at)))
    if (!free.includes(false)) return first
  }
  throw new Error('no free port')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}
