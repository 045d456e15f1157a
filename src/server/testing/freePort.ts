import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Ports below those that the system gives to connections: what is started again later still finds its own free. */
const ports = { from: 20_000, until: 30_000 }

/** A port of 127.0.0.1 on which nothing listens right now. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(ports.from, ports.until)
    if (await isFree(port)) return port
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
